import { areaOf } from '#engine/nets/boxes';
import type { Landmarks } from '#engine/types';
import { LandmarkTrack, type StoredTrack } from './landmark-track';
import { bestViewOf, type TrackedPerson } from './people';
import { steady } from './smooth';
import type { Tracklet } from './tracklet';
import { usualLook } from './reference-embedding';
import { visibility } from './opacity';

/** Where to paint whom in a frame. */
export interface Appearance {
  /** Index of the person. */
  readonly person: number;
  readonly landmarks: Landmarks;
  /** How much of the new face shows, 0–1. */
  readonly strength: number;
}

/** One face of one person, followed without a gap: by frame, the landmarks, how much of the new face shows, and size. */
interface Part<Track> {
  readonly person: number;
  readonly start: number;
  readonly track: Track;
  readonly strength: Float32Array;
  readonly area: Float32Array;
}

/** A cast as plain data. */
export interface StoredCast {
  readonly bestFrames: readonly number[];
  readonly parts: readonly Part<StoredTrack>[];
}

/** Who appears in which frame, steadied and faded. */
export class Cast {
  private constructor(
    /** By person: the frame in which they are seen best. */
    readonly bestFrames: readonly number[],
    private readonly parts: readonly Part<LandmarkTrack>[],
  ) {}

  static of(people: readonly TrackedPerson[], everybody: readonly Tracklet[], fps: number): Cast {
    const parts = people.flatMap(({ tracklets }, person) => {
      const usual = usualLook(tracklets.flatMap(({ checks }) => checks));
      return tracklets.map((tracklet) => {
        const others = everybody.filter((other) => other !== tracklet);
        return {
          person,
          start: tracklet.start,
          track: tracklet.landmarks,
          strength: visibility(tracklet, others, fps, usual),
          area: Float32Array.from(tracklet.sightings, ({ box }) => areaOf(box)),
        };
      });
    });
    return new Cast(
      people.map((person, index) => bestFrameOf(person, index, parts)),
      parts,
    );
  }

  static restore({ bestFrames, parts }: StoredCast): Cast {
    return new Cast(
      bestFrames,
      parts.map((part) => ({ ...part, track: new LandmarkTrack(part.track) })),
    );
  }

  stored(): StoredCast {
    return { bestFrames: this.bestFrames, parts: this.parts.map((part) => ({ ...part, track: part.track.stored() })) };
  }

  /** How many persons there are. */
  get size(): number {
    return this.bestFrames.length;
  }

  /** Everybody to be seen in a frame, those farther away first. */
  inFrame(frame: number): Appearance[] {
    return this.parts
      .map((part) => ({ ...part, at: frame - part.start }))
      .filter(({ at, strength }) => at >= 0 && at < strength.length && strength[at] > 0.01)
      .sort((a, b) => a.area[a.at] - b.area[b.at])
      .map(({ person, track, strength, at }) => ({ person, landmarks: steady(track, at), strength: strength[at] }));
  }
}

/** Where a person is seen best, wholly swapped: not while their new face fades in. */
function bestFrameOf(person: TrackedPerson, index: number, parts: readonly Part<LandmarkTrack>[]): number {
  const shown = (frame: number) =>
    parts
      .filter((part) => part.person === index)
      .reduce((most, { start, strength }) => Math.max(most, strength[frame - start] ?? 0), 0);
  return bestViewOf(person, (frame) => 0.01 + shown(frame)).frame;
}
