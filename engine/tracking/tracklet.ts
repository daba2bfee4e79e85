import { frontalScore } from '#engine/analyse/persons';
import type { FoundFace } from '#engine/analyse/face-finder';
import { eyeDistance, headPose } from '#engine/mesh/pose';
import { likeness, type Identity } from '#engine/nets/face-identity';
import { LandmarkTrack } from './landmark-track';
import type { View } from '#engine/nets/view';
import type { Box, Landmarks, Pose } from '#engine/types';
import { BestViews, type SeenFace } from './best-views';
import { normalised, type Check } from './reference-embedding';

/** One face in one frame, but for its landmarks. */
export interface Sighting {
  readonly box: Box;
  readonly pose: Pose;
  /** Pixels between the eyes. */
  readonly eyeDistance: number;
  /** The mesh net's confidence, 0–1. */
  readonly score: number;
}

function sightingOf({ landmarks, box, score }: SeenFace): Sighting {
  return { box, score, pose: headPose(landmarks), eyeDistance: eyeDistance(landmarks) };
}

/** How far likeness may fall, to the face's usual look and to its latest, before it must be somebody else. */
const STRANGER_TO_USUAL = 0.3;
const STRANGER_TO_LATEST = 0.45;

/** One face followed from frame to frame without a gap. */
export class Tracklet {
  readonly sightings: Sighting[] = [];
  readonly landmarks = new LandmarkTrack();
  /** Sum of the descriptors, each weighing what the face shows of itself. */
  readonly identity: Float32Array;
  /** Its best moments. */
  readonly best = new BestViews();
  /** How it began and ended: with the scene, which needs no fading, or within it. */
  endsWithScene = false;
  private latest: Identity;
  private verified = 0;
  /** What it looked like where it was checked, in order. */
  readonly checks: Check[] = [];
  private foundAt = 0;

  constructor(
    /** Frame of the first sighting. */
    public start: number,
    public beginsWithScene: boolean,
    identity: Identity,
  ) {
    this.identity = new Float32Array(identity.length);
    this.latest = identity;
  }

  get last(): Sighting {
    return this.sightings[this.sightings.length - 1];
  }

  /** Frame after the last sighting. */
  get end(): number {
    return this.start + this.sightings.length;
  }

  at(frame: number): Sighting | undefined {
    return this.sightings[frame - this.start];
  }

  /** Where the face was at last. */
  get lastLandmarks(): Landmarks {
    return this.landmarks.at(this.landmarks.length - 1);
  }

  see(face: SeenFace): void {
    this.sightings.push(sightingOf(face));
    this.landmarks.push(face.landmarks);
  }

  /** Puts what was seen before the first sighting in front of it: the nearest first. */
  seeBefore(faces: readonly FoundFace[]): void {
    const inOrder = [...faces].reverse();
    this.sightings.unshift(...inOrder.map(sightingOf));
    this.landmarks.putBefore(inOrder.map(({ landmarks }) => landmarks));
    this.start -= faces.length;
    this.verified += faces.length;
    this.foundAt += faces.length;
  }

  /** How much the last sighting looks like this track's person, −1 to 1. */
  resemblance(identity: Identity): number {
    return Math.max(likeness(identity, normalised(this.identity)), likeness(identity, this.latest));
  }

  /** Whether a descriptor of the last sighting can be this person's. A head that turns changes its look step by step. */
  recognises(identity: Identity): boolean {
    const toUsual = likeness(identity, normalised(this.identity));
    return toUsual >= STRANGER_TO_USUAL || likeness(identity, this.latest) >= STRANGER_TO_LATEST;
  }

  /** Takes the last sighting, seen in `view`, for this person's, and with it all before. */
  verify(identity: Identity, view: View): void {
    this.latest = identity;
    this.verified = this.sightings.length;
    const known = this.checks.length > 0;
    this.checks.push({ at: this.sightings.length - 1 - this.foundAt, identity, showing: showing(this.last) });
    // What it looks like while something covers it hardly counts.
    const alike = known ? likeness(identity, normalised(this.identity)) : 1;
    const weight = showing(this.last) * Math.max(0.05, alike) ** 3;
    identity.forEach((value, i) => (this.identity[i] += weight * value));
    const { box, score } = this.last;
    const face = { box, score, landmarks: this.lastLandmarks };
    this.best.consider(view, this.end - 1, face, identity, normalised(this.identity));
  }

  /**
   * How much it has its usual look in each sighting, −1 to 1: as at the check before or the one after, whichever is less.
   */
  likenesses(usual: Identity | undefined): Float32Array {
    const found = new Float32Array(this.sightings.length).fill(1);
    if (!usual) return found;
    this.checks.forEach(({ identity }, i) => {
      const alike = likeness(identity, usual);
      const [before, after] = [this.checks[i - 1]?.at ?? -this.foundAt - 1, this.checks[i + 1]?.at ?? Infinity];
      const end = Math.min(found.length - 1, after - 1 + this.foundAt);
      for (let k = before + 1 + this.foundAt; k <= end; k++) found[k] = Math.min(found[k], alike);
    });
    return found;
  }

  /** Forgets what was seen since it was last certain whom it followed. */
  forgetUnverified(): void {
    this.sightings.length = this.verified;
    this.landmarks.truncate(this.verified);
  }
}

/** How much of itself a face shows, 0–1. */
function showing({ pose, score }: Sighting): number {
  return 0.02 + 0.98 * frontalScore(pose) ** 2 * score;
}
