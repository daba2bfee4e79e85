import { describe, expect, it } from 'vitest';
import { faceView } from '#tests/support/face-views';
import { leftEyeRing } from '#engine/mesh/topology';
import { boundsOf } from '#engine/nets/boxes';
import { MESH_POINTS } from '#engine/nets/face-mesher';
import type { Identity } from '#engine/nets/face-identity';
import { viewOf } from '#engine/nets/view';
import type { Landmarks } from '#engine/types';
import { bestOf, BestViews } from './best-views';
import type { SeenFace } from './best-views';

const { image, landmarks: face } = await faceView('otto');
const view = viewOf(image);

const sighting = (landmarks: Landmarks = face, score = 1): SeenFace => ({
  ...{ landmarks, score, box: boundsOf(landmarks, MESH_POINTS) },
});
/** A descriptor at an angle to the usual one. */
const like = (cosine: number): Identity => Float32Array.of(cosine, Math.sqrt(1 - cosine ** 2), 0, 0);
const usual = like(1);

function bestFrame(candidates: { sighting?: SeenFace; identity?: Identity }[], share?: (frame: number) => number) {
  const best = new BestViews();
  candidates.forEach((one, frame) =>
    best.consider(view, frame, one.sighting ?? sighting(), one.identity ?? usual, usual),
  );
  return bestOf(best.views, usual, share).frame;
}

/** One eye's ring pressed onto the line between its corners. */
const winking = face.map((value, i) => {
  const row = leftEyeRing.includes(Math.floor(i / 3)) && i % 3 === 1;
  return row ? (face[3 * 33 + 1] + face[3 * 133 + 1]) / 2 : value;
});

describe('the best view', () => {
  it('is not one in which something covers the face, though the mesh is sure of it', () => {
    expect(bestFrame([{ identity: like(0.4) }, {}, { identity: like(0.5) }])).toBe(1);
  });

  it('has its eyes open, and is sure', () => {
    expect(bestFrame([{ sighting: sighting(winking) }, {}])).toBe(1);
    expect(bestFrame([{ sighting: sighting(face, 0.6) }, {}])).toBe(1);
  });

  it('is one that counts', () => {
    expect(bestFrame([{}, { sighting: sighting(winking) }], (frame) => (frame === 0 ? 0.01 : 1))).toBe(1);
  });

  it('is found however many there are before it and after, and few are kept', () => {
    const best = new BestViews();
    for (let frame = 0; frame < 50; frame++) {
      best.consider(view, frame, sighting(), frame === 30 ? usual : like(0.5), usual);
    }
    expect(bestOf(best.views, usual).frame).toBe(30);
    expect(best.views).toHaveLength(6);
  });
});
