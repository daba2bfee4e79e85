import { areaOf } from '#engine/nets/boxes';
import type { FaceMasks, Landmarks } from '#engine/types';
import { LandmarkTrack, type StoredTrack } from './landmark-track';
import { MaskTrack, type StoredMasks } from './mask-track';
import { bestViewOf, type TrackedPerson } from './people';
import { smoothLandmarks } from './smooth';
import type { Tracklet } from './tracklet';
import { referenceEmbedding } from './reference-embedding';
import { opacityOf } from './opacity';

/** A face as shown in a frame, before its landmarks are read. */
export interface ShownFace {
  readonly person: number;
  /** The same object in every frame of a track. */
  readonly track: LandmarkTrack;
  readonly opacity: number;
}

export interface TrackedFace {
  readonly person: number;
  readonly landmarks: Landmarks;
  readonly masks: FaceMasks | undefined;
  readonly opacity: number;
}

interface TrackSegment<Track, Masks> {
  readonly person: number;
  readonly start: number;
  readonly track: Track;
  readonly masks: Masks;
  readonly opacity: Float32Array;
  readonly area: Float32Array;
}

export interface StoredFaceTracks {
  readonly bestFrames: readonly number[];
  readonly segments: readonly TrackSegment<StoredTrack, StoredMasks>[];
}

export class FaceTracks {
  private constructor(
    readonly bestFrames: readonly number[],
    private readonly segments: readonly TrackSegment<LandmarkTrack, MaskTrack>[],
  ) {}

  static from(people: readonly TrackedPerson[], allTracklets: readonly Tracklet[], fps: number): FaceTracks {
    const segments = people.flatMap(({ tracklets }, person) => {
      const reference = referenceEmbedding(tracklets.flatMap(({ checks }) => checks));
      return tracklets.map((tracklet) => {
        const others = allTracklets.filter((other) => other !== tracklet);
        return {
          person,
          start: tracklet.start,
          track: tracklet.landmarks,
          masks: tracklet.masks,
          opacity: opacityOf(tracklet, others, fps, reference),
          area: Float32Array.from(tracklet.sightings, ({ box }) => areaOf(box)),
        };
      });
    });
    return new FaceTracks(
      people.map((person, index) => bestFrameOf(person, index, segments)),
      segments,
    );
  }

  static fromStored({ bestFrames, segments }: StoredFaceTracks): FaceTracks {
    return new FaceTracks(
      bestFrames,
      segments.map((segment) => ({
        ...segment,
        track: new LandmarkTrack(segment.track),
        masks: new MaskTrack(segment.masks),
      })),
    );
  }

  toStored(): StoredFaceTracks {
    return {
      bestFrames: this.bestFrames,
      segments: this.segments.map((segment) => ({
        ...segment,
        track: segment.track.toStored(),
        masks: segment.masks.toStored(),
      })),
    };
  }

  get size(): number {
    return this.bestFrames.length;
  }

  /** Most distant (smallest) first. */
  inFrame(frame: number): TrackedFace[] {
    return this.segmentsIn(frame).map(({ person, track, masks, opacity, start }) => ({
      person,
      landmarks: smoothLandmarks(track, frame - start),
      masks: masks.at(frame),
      opacity: opacity[frame - start],
    }));
  }

  /** In the order of `inFrame`. */
  shownIn(frame: number): ShownFace[] {
    return this.segmentsIn(frame).map(({ person, track, opacity, start }) => ({
      person,
      track,
      opacity: opacity[frame - start],
    }));
  }

  private segmentsIn(frame: number) {
    return this.segments
      .filter(({ start, opacity }) => frame >= start && opacity[frame - start] > 0.01)
      .sort((a, b) => a.area[frame - a.start] - b.area[frame - b.start]);
  }
}

function bestFrameOf(
  person: TrackedPerson,
  index: number,
  segments: readonly TrackSegment<LandmarkTrack, MaskTrack>[],
): number {
  const maxOpacity = (frame: number) =>
    segments
      .filter((segment) => segment.person === index)
      .reduce((most, { start, opacity }) => Math.max(most, opacity[frame - start] ?? 0), 0);
  return bestViewOf(person, (frame) => 0.01 + maxOpacity(frame)).frame;
}
