import { describe, expect, test } from 'vitest';
import { rolledLandmarks, trueLandmarks, turnedLandmarks } from '#tests/support/face-views';
import { boundsOf } from '#engine/nets/boxes';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { viewOf } from '#engine/nets/view';
import type { Landmarks } from '#engine/types';
import { referenceEmbedding } from './reference-embedding';
import { ramp, opacityOf } from './opacity';
import { Tracklet } from './tracklet';

const FPS = 24;
const face = trueLandmarks('otto');
const view = viewOf({ width: 768, height: 960, data: new Uint8Array(3 * 768 * 960) });
const reference = Float32Array.of(1, 0, 0, 0);
const covered = Float32Array.of(0.4, Math.sqrt(1 - 0.4 ** 2), 0, 0);

function turned(degrees: number): Landmarks {
  const [cos, sin] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  const { x, width } = boundsOf(face, meshVertexCount);
  const middle = x + width / 2;
  return face.map((value, i) => {
    if (i % 3 === 0) return middle + (value - middle) * cos + face[i + 2] * sin;
    return i % 3 === 2 ? value * cos - (face[i - 2] - middle) * sin : value;
  });
}

/** Around a horizontal axis. */
function noddingLandmarks(landmarks: Landmarks, degrees: number): Landmarks {
  return rolledLandmarks(turnedLandmarks(rolledLandmarks(landmarks, 90), degrees), -90);
}

interface Shot {
  landmarks?: Landmarks;
  score?: number;
}

function tracklet(shots: Shot[], scene: { begins?: boolean; ends?: boolean } = {}): Tracklet {
  const made = new Tracklet(0, scene.begins ?? true, new Float32Array(4));
  made.endsWithScene = scene.ends ?? true;
  for (const { landmarks = face, score = 1 } of shots) {
    made.add({ landmarks, score, box: boundsOf(landmarks, meshVertexCount) });
  }
  return made;
}

const steps = (values: Float32Array) => Array.from(values.slice(1), (value, i) => Math.abs(value - values[i]));
const still = (count: number): Shot[] => Array.from({ length: count }, () => ({}));

describe('opacityOf', () => {
  test('is 1 in every frame of a face visible throughout a scene', () => {
    expect([...opacityOf(tracklet(still(10)), [], FPS)]).toEqual(Array(10).fill(1));
  });

  test('fades in and out where the face appears and disappears', () => {
    const shown = opacityOf(tracklet(still(30), { begins: false, ends: false }), [], FPS);
    expect(Math.max(shown[0], shown[29])).toBeLessThan(0.2);
    expect(shown[15]).toBe(1);
    expect(Math.max(...steps(shown))).toBeLessThan(0.2);
  });

  test('falls to 0 in profile without a jump', () => {
    const turning = Array.from({ length: 60 }, (_, i) => ({ landmarks: turned(90 * Math.sin((i / 59) * Math.PI)) }));
    const shown = opacityOf(tracklet(turning), [], FPS);
    expect(shown[30]).toBe(0);
    expect([shown[0], shown[59]]).toEqual([1, 1]);
    expect(Math.max(...steps(shown))).toBeLessThan(0.25);
  });

  test.each([90, -90])('fades a head that is rolled by %i° where it fades the same head upright', (roll) => {
    const shownAt = (landmarks: Landmarks) => opacityOf(tracklet([{ landmarks }]), [], FPS)[0];
    const [aside, nodding] = [turnedLandmarks(face, 45), noddingLandmarks(face, 60)];
    expect([aside, nodding].map(shownAt)).toEqual([1, 0]);
    for (const landmarks of [aside, nodding])
      expect(shownAt(rolledLandmarks(landmarks, roll))).toBeCloseTo(shownAt(landmarks), 2);
  });

  test('is 0 at low mesh scores', () => {
    const unsure = [...still(20), ...Array.from({ length: 5 }, () => ({ score: 0.55 })), ...still(20)];
    const shown = opacityOf(tracklet(unsure), [], FPS);
    expect([...shown.slice(20, 25)]).toEqual([0, 0, 0, 0, 0]);
    expect(shown[5]).toBe(1);
  });

  test('is 0 while the face is unlike its reference, unless it is turned', () => {
    const checked = (shots: Shot[]) => {
      const made = new Tracklet(0, true, reference);
      made.endsWithScene = true;
      for (const [frame, { landmarks = face, score = 1 }] of shots.entries()) {
        made.add({ landmarks, score, box: boundsOf(landmarks, meshVertexCount) });
        if (frame % 4 === 0) made.verify(frame >= 40 && frame < 60 ? covered : reference, view);
      }
      return opacityOf(made, [], FPS, referenceEmbedding(made.checks));
    };
    const shown = checked(still(100));
    expect([...shown.slice(37, 60)]).toEqual(Array(23).fill(0));
    expect([shown[20], shown[90]]).toEqual([1, 1]);
    expect(Math.max(...steps(shown))).toBeLessThan(0.2);
    expect(checked(Array.from({ length: 100 }, () => ({ landmarks: turned(38) })))[50]).toBe(1);
  });

  test('is 1 once an initially covered face is uncovered', () => {
    const made = new Tracklet(0, true, covered);
    made.endsWithScene = true;
    for (let frame = 0; frame < 100; frame++) {
      made.add({ landmarks: face, score: 1, box: boundsOf(face, meshVertexCount) });
      if (frame % 4 === 0) made.verify(frame < 20 ? covered : reference, view);
    }
    const shown = opacityOf(made, [], FPS, referenceEmbedding(made.checks));
    expect([...shown.slice(0, 20)]).toEqual(Array(20).fill(0));
    expect([...shown.slice(30)]).toEqual(Array(70).fill(1));
  });

  test('is 0 behind a larger face and 1 before a smaller one', () => {
    const larger = tracklet([{ landmarks: face.map((value) => value * 1.1) }]);
    const own = tracklet([{}]);
    expect(opacityOf(own, [larger], FPS)[0]).toBe(0);
    expect(opacityOf(larger, [own], FPS)[0]).toBe(1);
  });
});

test('ramp rises or falls between its bounds', () => {
  expect([40, 50, 57.5, 65, 70].map((yaw) => ramp(yaw, [50, 65]))).toEqual([1, 1, 0.5, 0, 0]);
  expect([0.9, 0.6, 0.5].map((score) => ramp(score, [0.8, 0.6]))).toEqual([1, 0, 0]);
});
