import { expect, test } from 'vitest';
import { faceView, rolledLandmarks } from '#tests/support/face-views';
import type { FaceView, Landmarks, Pose } from '#engine/types';
import { Workspace } from '#engine/swap/ops/workspace';
import { fuseLayers } from './fuse';
import type { Layers } from './photo/layers';
import { prepareSource } from './mesh-source';
import type { PosedAtlas } from '#engine/swap/source-types';
import { distinctPoses, atlasForPose } from './poses';

const facing = (yaw: number): Pose => ({ yaw, pitch: 0, roll: 0 });
const plain = (yaw: number, value: number): PosedAtlas => ({
  pose: facing(yaw),
  levels: [8, 4].map((size) => ({ size, data: new Uint8Array(3 * size * size).fill(value) })),
});

function turned(landmarks: Landmarks, yaw: number): Landmarks {
  const [cos, sin] = [Math.cos((yaw * Math.PI) / 180), Math.sin((yaw * Math.PI) / 180)];
  const middle = landmarks[3];
  return landmarks.map((value, i) => {
    if (i % 3 === 0) return middle + (value - middle) * cos - landmarks[i + 2] * sin;
    return i % 3 === 2 ? (landmarks[i - 2] - middle) * sin + value * cos : value;
  });
}

test('the atlas nearest in pose is selected and blends into the next without a jump', () => {
  const atlases = [plain(0, 40), plain(30, 120), plain(-30, 200)];
  const workspace = new Workspace();
  const at = (yaw: number) => atlasForPose(atlases, facing(yaw), workspace)[0].data[0];
  expect([-60, -30, -20, -5, 5, 20, 30, 60].map(at)).toEqual([200, 200, 200, 40, 40, 120, 120, 120]);
  expect(at(15)).toBe(80);
  const sweep = Array.from({ length: 121 }, (_, i) => at(i - 60));
  const steps = sweep.slice(1).map((value, i) => Math.abs(value - sweep[i]));
  expect(Math.max(...steps)).toBeLessThan(160 / 4);
  expect(atlasForPose(atlases, facing(15), workspace).map(({ size }) => size)).toEqual([8, 4]);
});

test('closed lips blend, too, also with a photo that has none', () => {
  const box = { x: 1, y: 1, width: 2, height: 1 };
  const closedLips = { ...box, data: new Uint8Array(6).fill(10) };
  const [frontal, aside] = [plain(0, 40), plain(30, 120)];
  const closed = { ...frontal, levels: frontal.levels.map((level) => ({ ...level, closedLips })) };
  const [{ closedLips: blended }] = atlasForPose([closed, aside], facing(15), new Workspace());
  expect(blended).toEqual({ ...box, data: new Uint8Array(6).fill(65) });
  expect(atlasForPose([frontal, aside], facing(15), new Workspace())[0].closedLips).toBeUndefined();
});

test('similar poses count once', async () => {
  const { landmarks } = await faceView('otto');
  const views = [0, 5, 30, -30, 33].map((yaw) => turned(landmarks, yaw));
  expect(distinctPoses(views).map(({ index }) => index)).toEqual([0, 2, 3]);
});

test('a pose counts once however the head rolls', async () => {
  const { landmarks } = await faceView('otto');
  const aside = turned(landmarks, 30);
  const views = [landmarks, aside].flatMap((view) => [view, rolledLandmarks(view, 90), rolledLandmarks(view, 180)]);
  expect(distinctPoses(views).map(({ index }) => index)).toEqual([0, 3]);
});

test('the leader wins where it is moderately confident, other photos elsewhere', () => {
  const layers = (value: number, confidence: number[]): Layers => ({
    light: new Float32Array(3 * confidence.length).fill(100),
    detail: new Float32Array(3 * confidence.length).fill(value),
    confidence: Float32Array.from(confidence),
  });
  const [frontal, aside] = [layers(1, [1, 1, 1]), layers(2, [1, 0.8, 0.1])];
  const details = (leader?: Layers) => [0, 3, 6].map((i) => fuseLayers([frontal, aside], leader).detail[i]);
  const [seen, tolerably, hardly] = details(aside);
  expect([seen > 1.9, tolerably > 1.6, hardly < 1.1]).toEqual([true, true, true]);
  expect(details()[1]).toBeLessThan(1.3);
});

test('photos in two poses give an atlas for each, the most frontal first', async () => {
  const photo = await faceView('otto');
  const aside: FaceView = { ...photo, landmarks: turned(photo.landmarks, 25) };
  const { poses, atlas } = prepareSource([aside, photo]);
  const [frontal, turnedAway] = poses.map(({ pose }) => Math.hypot(pose.yaw, pose.pitch));
  expect(poses).toHaveLength(2);
  expect(frontal).toBeLessThan(turnedAway);
  expect(atlas).toBe(poses[0].levels);
});
