import type { FrameScores, ModerationScores, NudityScores } from '#engine';

export interface ModerationPolicy {
  /** Pornography, drawn or not, from which a picture is stopped; 0–1. */
  nudity: number;
  /** The same if a face looks younger than `minorAge`: refused. */
  nudityWithMinor: number;
  /** Years. */
  minorAge: number;
  /** Refusals and upheld decisions until an account is suspended; 0: never. */
  strikes: number;
}

/** Of the picture that is kept for a review, pixels. The privacy policy states it. */
export const evidenceWidth = 640;

export type Outcome = 'allowed' | 'stopped' | 'refused';

export interface Decision {
  outcome: Outcome;
  /** Decided; of an allowed medium the one that shows most nudity. */
  frame: FrameScores;
}

const severity: Record<Outcome, number> = { allowed: 0, stopped: 1, refused: 2 };

const nudityOf = ({ porn, hentai }: NudityScores): number => porn + hentai;

/** Ages are needed from here on. */
export const agesFrom = ({ nudity, nudityWithMinor }: ModerationPolicy): number => Math.min(nudity, nudityWithMinor);

/** The most severe frame decides. */
export function decide({ frames }: ModerationScores, policy: ModerationPolicy): Decision {
  const decided = frames.map((frame) => ({ outcome: outcomeOf(frame, policy), frame }));
  return decided.reduce((worst, next) => (isWorse(next, worst) ? next : worst));
}

function isWorse(a: Decision, b: Decision): boolean {
  const difference = severity[a.outcome] - severity[b.outcome];
  return difference > 0 || (difference === 0 && nudityOf(a.frame.nudity) > nudityOf(b.frame.nudity));
}

/** A score that is not a number counts as nudity. */
function outcomeOf({ nudity, ages = [] }: FrameScores, policy: ModerationPolicy): Outcome {
  const score = nudityOf(nudity);
  const reaches = (threshold: number) => !(score < threshold);
  if (reaches(policy.nudityWithMinor) && ages.some((age) => !(age >= policy.minorAge))) return 'refused';
  return reaches(policy.nudity) ? 'stopped' : 'allowed';
}
