import { frontalScore } from '#engine/analyse/persons';
import { squareAround } from '#engine/analyse/thumbnail';
import { eyeDistance, eyeOpenness, headPose, mouthOpenness } from '#engine/mesh/pose';
import { cosineSimilarity, type FaceEmbedding } from '#engine/nets/face-embedder';
import type { View } from '#engine/nets/view';
import type { Box, Image, Pose } from '#engine/types';
import type { FoundFace } from '#engine/analyse/face-finder';

export type MeshedFace = Pick<FoundFace, 'landmarks' | 'box' | 'score'>;

export interface BestView {
  readonly frame: number;
  readonly quality: number;
  readonly embedding: FaceEmbedding;
  readonly sighting: MeshedFace;
  readonly pose: Pose;
  readonly crop: Image;
}

const CAPACITY = 6;
const MARGIN = 1.05;
const OPEN_EYE = 0.22;
const OPEN_MOUTH = 0.3;

export class BestViews {
  private readonly kept: BestView[] = [];

  get views(): readonly BestView[] {
    return this.kept;
  }

  /** @param reference mean so far */
  add(view: View, frame: number, sighting: MeshedFace, embedding: FaceEmbedding, reference: FaceEmbedding): void {
    const candidate = { quality: qualityOf(sighting), embedding };
    if (this.kept.length === CAPACITY) {
      const worst = this.kept.reduce((least, one) =>
        scoreOf(one, reference) < scoreOf(least, reference) ? one : least,
      );
      if (scoreOf(candidate, reference) < MARGIN * scoreOf(worst, reference)) return;
      this.kept.splice(this.kept.indexOf(worst), 1);
    }
    const crop = cutSquare(view, sighting.box);
    this.kept.push({ ...candidate, frame, sighting, pose: headPose(sighting.landmarks), crop });
  }
}

export function selectBestView(
  views: readonly BestView[],
  reference: FaceEmbedding,
  share = (_frame: number) => 1,
): BestView {
  const value = (view: BestView) => scoreOf(view, reference) * share(view.frame);
  return views.reduce((best, view) => (value(view) > value(best) ? view : best));
}

function scoreOf({ quality, embedding }: Pick<BestView, 'quality' | 'embedding'>, reference: FaceEmbedding): number {
  return quality * Math.max(0.05, cosineSimilarity(embedding, reference));
}

function qualityOf({ landmarks, score }: MeshedFace): number {
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
