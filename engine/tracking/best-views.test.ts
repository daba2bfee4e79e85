import { describe, expect, test } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { leftEyeRing } from '#engine/mesh/topology';
import { boundsOf } from '#engine/nets/boxes';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import type { FaceEmbedding } from '#engine/nets/face-embedder';
import { viewOf } from '#engine/nets/view';
import type { Landmarks } from '#engine/types';
import { selectBestView, BestViews } from './best-views';
import type { MeshedFace } from './best-views';

const { image, landmarks: face } = await faceView('otto');
const view = viewOf(image);

const sighting = (landmarks: Landmarks = face, score = 1): MeshedFace => ({
  ...{ landmarks, score, box: boundsOf(landmarks, meshVertexCount) },
});
const like = (cosine: number): FaceEmbedding => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2), 0, 0);
const reference = like(1);

function bestFrame(
  candidates: { sighting?: MeshedFace; embedding?: FaceEmbedding }[],
  share?: (frame: number) => number,
) {
  const best = new BestViews();
  candidates.forEach((one, frame) =>
    best.add(view, frame, one.sighting ?? sighting(), one.embedding ?? reference, reference),
  );
  return selectBestView(best.views, reference, share).frame;
}

const winking = face.map((value, i) => {
  const row = leftEyeRing.includes(Math.floor(i / 3)) && i % 3 === 1;
  return row ? (face[3 * 33 + 1] + face[3 * 133 + 1]) / 2 : value;
});

describe('the best view', () => {
  test('avoids occluded faces although their mesh score is high', () => {
    expect(bestFrame([{ embedding: like(0.4) }, {}, { embedding: like(0.5) }])).toBe(1);
  });

  test('prefers open eyes and a high mesh score', () => {
    expect(bestFrame([{ sighting: sighting(winking) }, {}])).toBe(1);
    expect(bestFrame([{ sighting: sighting(face, 0.6) }, {}])).toBe(1);
  });

  test('respects the weight of a frame', () => {
    expect(bestFrame([{}, { sighting: sighting(winking) }], (frame) => (frame === 0 ? 0.01 : 1))).toBe(1);
  });

  test('is kept among many, in a small capacity', () => {
    const best = new BestViews();
    for (let frame = 0; frame < 50; frame++) {
      best.add(view, frame, sighting(), frame === 30 ? reference : like(0.5), reference);
    }
    expect(selectBestView(best.views, reference).frame).toBe(30);
    expect(best.views).toHaveLength(6);
  });
});
