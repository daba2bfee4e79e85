import { frontalScore } from '#engine/analyse/persons';
import { squareAround } from '#engine/analyse/thumbnail';
import { eyeDistance, eyeOpenness, headPose, mouthOpenness } from '#engine/mesh/pose';
import { likeness, type Identity } from '#engine/nets/face-identity';
import type { View } from '#engine/nets/view';
import type { Box, Image, Pose } from '#engine/types';
import type { FoundFace } from '#engine/analyse/face-finder';

/** A face as it was found in a frame. */
export type SeenFace = Pick<FoundFace, 'landmarks' | 'box' | 'score'>;

/** A moment in which a face shows itself well. */
export interface BestView {
  readonly frame: number;
  /** How well, whoever it is; only for comparison. */
  readonly quality: number;
  /** What it looks like in this moment. */
  readonly identity: Identity;
  readonly sighting: SeenFace;
  readonly pose: Pose;
  /** The square around it, cut out. */
  readonly crop: Image;
}

/** Pictures kept of one track, however long. */
const CAPACITY = 6;
/** A new one must be this much better than the one it replaces. */
const MARGIN = 1.05;
/** Openness of an eye, and of a mouth, from which on it counts as open. */
const OPEN_EYE = 0.22;
const OPEN_MOUTH = 0.3;

/** A few of the best moments of one face, gathered as it is followed. */
export class BestViews {
  private readonly kept: BestView[] = [];

  get views(): readonly BestView[] {
    return this.kept;
  }

  /** @param usual what the face looks like on the whole, as far as it is known by now; of length 1 */
  consider(view: View, frame: number, sighting: SeenFace, identity: Identity, usual: Identity): void {
    const candidate = { quality: qualityOf(sighting), identity };
    if (this.kept.length === CAPACITY) {
      const worst = this.kept.reduce((least, one) => (worth(one, usual) < worth(least, usual) ? one : least));
      if (worth(candidate, usual) < MARGIN * worth(worst, usual)) return;
      this.kept.splice(this.kept.indexOf(worst), 1);
    }
    const crop = cutSquare(view, sighting.box);
    this.kept.push({ ...candidate, frame, sighting, pose: headPose(sighting.landmarks), crop });
  }
}

/** The view that shows somebody best: large, from the front, eyes open, and looking like they do on the whole. */
export function bestOf(views: readonly BestView[], usual: Identity, share = (_frame: number) => 1): BestView {
  const value = (view: BestView) => worth(view, usual) * share(view.frame);
  return views.reduce((best, view) => (value(view) > value(best) ? view : best));
}

/** A face that something covers looks little like itself, however sure the mesh is. */
function worth({ quality, identity }: Pick<BestView, 'quality' | 'identity'>, usual: Identity): number {
  return quality * Math.max(0.05, likeness(identity, usual));
}

function qualityOf({ landmarks, score }: SeenFace): number {
  const { left, right } = eyeOpenness(landmarks);
  const eyes = Math.min(1, Math.min(left, right) / OPEN_EYE);
  const mouth = Math.min(1, mouthOpenness(landmarks) / OPEN_MOUTH);
  const frontal = frontalScore(headPose(landmarks)) ** 2;
  return score * (0.02 + 0.98 * frontal) * Math.sqrt(eyeDistance(landmarks)) * (0.6 + 0.4 * eyes) * (1 - 0.2 * mouth);
}

function cutSquare(view: View, box: Box): Image {
  const { left, top, side } = squareAround(view, box);
  const { image, ...at } = view.levelFor(1, { x: left, y: top, width: side, height: side });
  const data = new Uint8Array(side * side * 3);
  for (let y = 0; y < side; y++) {
    const from = 3 * ((top - at.top + y) * image.width + left - at.left);
    data.set(image.data.subarray(from, from + 3 * side), 3 * side * y);
  }
  return { width: side, height: side, data };
}
