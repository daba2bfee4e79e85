import { expect, test } from 'vitest';
import { rolledLandmarks, trueLandmarks, turnedLandmarks } from '#tests/support/face-views';
import { sampleFaceNames } from '#shared/sample-media';
import { portraitTruth } from '#tests/support/portraits';
import { eyeDistance, eyeOpenness, mouthOpenness, headPose } from './pose';

test.each(sampleFaceNames)('reads the pose %s was rendered in to within 3°', (name) => {
  const { yaw, pitch = 0, roll } = portraitTruth(name).state;
  const pose = headPose(trueLandmarks(name));
  expect(Math.abs(pose.yaw - yaw)).toBeLessThan(3);
  expect(Math.abs(pose.pitch - pitch)).toBeLessThan(3);
  expect(Math.abs(pose.roll + roll)).toBeLessThan(3);
});

test.each([10, 90, 180, -90])('yaw and pitch of a head stay as it rolls by %i°', (roll) => {
  const landmarks = turnedLandmarks(trueLandmarks('kenji'), 40);
  const [before, after] = [landmarks, rolledLandmarks(landmarks, roll)].map(headPose);
  expect(after.yaw).toBeCloseTo(before.yaw, 2);
  expect(after.pitch).toBeCloseTo(before.pitch, 2);
});

test('an eye whose lids meet is closed, the other one open', () => {
  const landmarks = trueLandmarks('lin');
  landmarks.copyWithin(3 * 159, 3 * 145, 3 * 146);
  const { left, right } = eyeOpenness(landmarks);
  expect(left).toBeLessThan(0.01);
  expect(right).toBeGreaterThan(0.2);
});

test('the mouth opens as its lower lip drops', () => {
  const landmarks = trueLandmarks('lin');
  const closed = mouthOpenness(landmarks);
  landmarks[3 * 14 + 1] += eyeDistance(landmarks) / 3;
  expect(closed).toBeLessThan(0.1);
  expect(mouthOpenness(landmarks)).toBeGreaterThan(closed + 0.3);
});
