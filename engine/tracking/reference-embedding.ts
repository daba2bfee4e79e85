import { likeness, type Identity } from '#engine/nets/face-identity';

/** A look at a face that was taken for somebody's. */
export interface Check {
  /** Sightings of the tracklet before this one, not counting those found to lie before the first. */
  readonly at: number;
  readonly identity: Identity;
  /** How much of itself the face shows, by its pose and the net's confidence, 0–1. */
  readonly showing: number;
}

const ROUNDS = 3;

/**
 * What somebody looks like when nothing covers them: the mean of all looks, in which those that are unlike the others
 * count less and less. Undefined if there was no look.
 */
export function usualLook(checks: readonly Check[]): Identity | undefined {
  if (checks.length === 0) return undefined;
  let usual = meanOf(checks, ({ showing }) => showing);
  for (let round = 1; round < ROUNDS; round++) {
    const last = usual;
    usual = meanOf(checks, ({ showing, identity }) => showing * Math.max(0.05, likeness(identity, last)) ** 3);
  }
  return usual;
}

function meanOf(checks: readonly Check[], weightOf: (check: Check) => number): Identity {
  const sum = new Float32Array(checks[0].identity.length);
  for (const check of checks) {
    const weight = weightOf(check);
    check.identity.forEach((value, i) => (sum[i] += weight * value));
  }
  return normalised(sum);
}

export function normalised(identity: Float32Array): Identity {
  const length = Math.sqrt(identity.reduce((sum, value) => sum + value * value, 0)) || 1;
  return identity.map((value) => value / length);
}
