import type { Landmarks } from '../types';
import type { TrackedPerson } from './people';
import { steady } from './smooth';
import type { Tracklet } from './tracklet';
import { visibility } from './visibility';

/** Where to paint whom in a frame. */
export interface Appearance {
  /** Index of the person. */
  readonly person: number;
  readonly landmarks: Landmarks;
  /** How much of the new face shows, 0–1. */
  readonly strength: number;
}

interface Part {
  readonly person: number;
  readonly tracklet: Tracklet;
  readonly landmarks: readonly Landmarks[];
  readonly strength: Float32Array;
}

/** Who appears in which frame, steadied and faded; asked once for each frame. */
export class Cast {
  private readonly parts: Part[];

  constructor(people: readonly TrackedPerson[], everybody: readonly Tracklet[], fps: number) {
    this.parts = people.flatMap(({ tracklets }, person) =>
      tracklets.map((tracklet) => ({
        person,
        tracklet,
        landmarks: tracklet.sightings.map((sighting) => sighting.landmarks),
        strength: visibility(
          tracklet,
          everybody.filter((other) => other !== tracklet),
          fps,
        ),
      })),
    );
  }

  /** Everybody to be seen in a frame, those farther away first. */
  inFrame(frame: number): Appearance[] {
    return this.parts
      .filter(({ tracklet }) => frame >= tracklet.start && frame < tracklet.end)
      .map(({ person, tracklet, landmarks, strength }) => {
        const at = frame - tracklet.start;
        const { box } = tracklet.sightings[at];
        return { person, landmarks: steady(landmarks, at), strength: strength[at], size: box.width * box.height };
      })
      .filter(({ strength }) => strength > 0.01)
      .sort((a, b) => a.size - b.size);
  }
}
