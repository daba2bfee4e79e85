import type { RateLimit } from '#backend/providers/limits/port';
import { AppError } from './app-error';
import { networkOf } from './client-network';
import type { AppContext } from './context';

const minute = 60;
const hour = 60 * minute;

/** What may be tried how often. Those by address are generous: a school or an office shares one. */
export const limits = {
  /** Wrong passwords for one account from one network. */
  signInOfPair: { name: 'sign-in-pair', points: 10, seconds: 15 * minute },
  /**
   * Wrong passwords for one account from all networks but those that it was signed in from: the longer guessing goes on,
   * the longer it waits.
   */
  signInOfAccount: { name: 'sign-in-account', points: 30, seconds: 15 * minute },
  signInOfAccountHour: { name: 'sign-in-account-hour', points: 60, seconds: hour },
  signInOfAccountDay: { name: 'sign-in-account-day', points: 120, seconds: 24 * hour },
  /** The mail about wrong passwords, however many networks they come from. */
  lockedMail: { name: 'locked-mail', points: 1, seconds: hour },
  /** Wrong passwords and id tokens from one address, whatever they are for. */
  signInFromAddress: { name: 'sign-in-address', points: 100, seconds: 15 * minute },
  registerOfAddress: { name: 'register-email', points: 10, seconds: hour },
  /** Registrations of one address within this time send one mail. */
  registrationMail: { name: 'registration-mail', points: 1, seconds: minute },
  registerFromAddress: { name: 'register-address', points: 60, seconds: hour },
  mailToAddress: { name: 'mail-email', points: 5, seconds: hour },
  mailFromAddress: { name: 'mail-address', points: 60, seconds: hour },
  /** Stills of different faces; one that is there already is not counted. */
  previewOfAccount: { name: 'preview-account', points: 120, seconds: hour },
  /** More files than a person selects in an hour; each costs a row, a probe and a place in the queue. */
  uploadOfAccount: { name: 'upload-account', points: 300, seconds: hour },
  /** Each keeps a request open until a worker has examined the photo. */
  faceOfAccount: { name: 'face-account', points: 120, seconds: hour },
  /** Started detections, which are free; asking again for the same interval is not counted. */
  detectionOfAccount: { name: 'detection-account', points: 300, seconds: hour },
  reportFromAddress: { name: 'report-address', points: 60, seconds: hour },
  feedbackFromAddress: { name: 'feedback-address', points: 30, seconds: hour },
  /** A message carries up to five pictures. */
  attachmentFromAddress: { name: 'attachment-address', points: 60, seconds: hour },
  /** Each opens a case that an operator has to decide within 48 hours. */
  takedownFromAddress: { name: 'takedown-address', points: 30, seconds: hour },
  /** Wrong passwords typed by somebody who is signed in. */
  passwordOfSession: { name: 'password-session', points: 10, seconds: 15 * minute },
  /** Calls by one API key: enough to poll several tasks at once. */
  callsOfApiKey: { name: 'api-key', points: 600, seconds: minute },
  /** Pings, and deliveries sent again by hand. */
  webhookSendsOfAccount: { name: 'webhook-send', points: 60, seconds: hour },
} satisfies Record<string, RateLimit>;

type Counting = Pick<AppContext, 'limits' | 'audit' | 'clientAddress'>;

/**
 * Takes one turn, or refuses with how long to wait. Without a key there is nothing to count by.
 * @param say the sentence, given the wait in words
 * @param onFirstRefusal called once each time a key runs out
 */
export async function consumeRateLimit(
  { limits: counts, audit, clientAddress }: Counting,
  limit: RateLimit,
  key: string | undefined,
  say: (wait: string) => string = (wait) => `Too many attempts. Wait ${wait}, then try again.`,
  onFirstRefusal: () => Promise<void> = async () => {},
): Promise<void> {
  if (!key) return;
  const { waitMs, isFirstRefusal } = await counts.consume(limit, key);
  if (waitMs === 0) return;
  if (isFirstRefusal) {
    await audit.record({ event: 'refused', clientAddress, detail: limit.name });
    await onFirstRefusal();
  }
  throw new AppError('too_many_requests', {
    message: say(formatWait(waitMs)),
    retryAfterSeconds: Math.ceil(waitMs / 1000),
  });
}

/** What turns are counted by that come from one place. */
export const networkKey = ({ clientAddress }: Pick<AppContext, 'clientAddress'>) =>
  clientAddress ? networkOf(clientAddress) : undefined;

/** A wait as people say it, never shorter than it is. */
export function formatWait(ms: number): string {
  const minutes = Math.ceil(ms / 60_000);
  if (minutes <= 1) return '1 minute';
  if (minutes < 90) return `${minutes} minutes`;
  return `${Math.ceil(minutes / 60)} hours`;
}
