import { expect, test } from 'vitest';
import { copyOf, faceView, sampleSource } from '#tests/support/face-views';
import type { FaceView } from '#engine/types';
import { leftEyeRing, leftIris, rightEyeRing, rightIris } from '#engine/mesh/topology';
import { prepareSource, swapFace } from '#engine/swap/mesh-swapper';
import { irisDisc } from '#engine/mesh/eyes';
import { eyeColour, brightness } from '#engine/swap/source/iris-colour';
import type { Rgb } from '#engine/swap/source-types';

async function swapped(): Promise<{ source: FaceView; before: FaceView; after: FaceView }> {
  const [source, before] = [await faceView('freya'), await faceView('diego')];
  const after = copyOf(before);
  swapFace(after.image, after.landmarks, prepareSource([source]));
  return { source, before, after };
}

const blueness = ([red, , blue]: Rgb) => blue / red;
const greenness = ([red, green]: Rgb) => green / red;

test('irises get the source’s colour', async () => {
  const { source, before, after } = await swapped();
  const [own, old, fresh] = [source, before, after].map((face) => eyeColour(face)!);
  expect(greenness(own.iris)).toBeGreaterThan(1.05);
  expect(greenness(old.iris)).toBeLessThan(0.9);
  expect(greenness(fresh.iris)).toBeGreaterThan((greenness(old.iris) + greenness(own.iris)) / 2);
});

test('pupils stay dark and the sclera does not change', async () => {
  const { before, after } = await swapped();
  for (const iris of [leftIris, rightIris]) expect(brightness(pixelAt(after, iris[0]))).toBeLessThan(60);
  const [old, fresh] = [before, after].map((face) => eyeColour(face)!.white);
  for (let k = 0; k < 3; k++) expect(Math.abs(fresh[k] - old[k])).toBeLessThan(15);
});

test('an eye in shade gets the hue of the other', async () => {
  const target = await faceView('diego');
  const { image, landmarks } = target;
  const middle = (landmarks[3 * leftIris[0]] + landmarks[3 * rightIris[0]]) / 2;
  for (let at = 0; at < image.data.length; at++) {
    if (Math.floor(at / 3) % image.width > middle) image.data[at] *= [0.6, 0.4, 0.3][at % 3]; // deep shade is warm
  }
  swapFace(image, landmarks, prepareSource([await faceView('freya')]));
  const [light, shaded] = [0, 1].map((eye) => greenness(eyeColour(withBothEyesAs(target, eye))!.iris));
  expect(Math.abs(light - shaded)).toBeLessThan(0.12);
});

test('an iris of which lashes darken most gets the hue of the other', async () => {
  const target = await faceView('diego');
  const { image, landmarks } = target;
  const { x, y, radius } = irisDisc(landmarks, rightIris);
  for (let at = 0; at < image.data.length; at += 3) {
    const [column, row] = [(at / 3) % image.width, Math.floor(at / 3 / image.width)];
    if (Math.hypot(column - x, row - y) > 1.2 * radius) continue;
    image.data.set(row < y + 0.1 * radius ? [34, 24, 20] : [45, 55, 75], at);
  }
  swapFace(image, landmarks, prepareSource([await faceView('freya')]));
  const place = 3 * (Math.round(y + 0.3 * radius) * image.width + Math.round(x + 0.4 * radius));
  const shown: Rgb = [image.data[place], image.data[place + 1], image.data[place + 2]];
  const other = eyeColour(withBothEyesAs(target, 0))!.iris;
  expect(Math.abs(blueness(shown) - blueness(other))).toBeLessThan(0.25);
});

test('red eyes give no eye colour', async () => {
  const face = redEyed(await faceView('freya'));
  expect(eyeColour(face)).toBeUndefined();
});

test('red light is not mistaken for red eyes', async () => {
  const face = await faceView('elsa');
  const own = eyeColour(face)!.iris;
  for (let i = 1; i < face.image.data.length; i += 3) face.image.data[i] *= 0.6;
  expect(eyeColour(face)!.iris[0]).toBeCloseTo(own[0], 0);
});

test('the target’s red eyes are corrected', async () => {
  const target = redEyed(await faceView('freya'));
  swapFace(target.image, target.landmarks, await sampleSource('tomas'));
  for (const iris of [leftIris, rightIris]) {
    const [red, green] = pixelAt(target, iris[0]);
    expect(red).toBeLessThan(1.4 * green);
  }
});

function redEyed(face: FaceView): FaceView {
  const { x, y, radius } = irisDisc(face.landmarks, leftIris);
  const other = irisDisc(face.landmarks, rightIris);
  for (let i = 0; i < face.image.width * face.image.height; i++) {
    const [column, row] = [i % face.image.width, Math.floor(i / face.image.width)];
    const away = Math.min(Math.hypot(column - x, row - y), Math.hypot(column - other.x, row - other.y));
    if (away < radius) face.image.data.set([210, 80, 85], 3 * i);
  }
  return face;
}

test('a nearly closed eye gives no eye colour to the source', async () => {
  const face = await faceView('freya');
  const middle = (ring: readonly number[]) =>
    ring.reduce((sum, vertex) => sum + face.landmarks[3 * vertex + 1], 0) / ring.length;
  for (const ring of [leftEyeRing, rightEyeRing]) {
    const level = middle(ring);
    for (const vertex of ring) face.landmarks[3 * vertex + 1] = level + 0.42 * (face.landmarks[3 * vertex + 1] - level);
  }
  expect(eyeColour(face)).toBeDefined();
  expect(prepareSource([face]).eyes).toBeUndefined();
});

test('a closed eye gives no eye colour', async () => {
  const face = await faceView('freya');
  for (let i = 1; i < face.landmarks.length; i += 3) face.landmarks[i] = face.landmarks[3 * leftIris[0] + 1];
  expect(eyeColour(face)).toBeUndefined();
});

/** To measure one of them alone. */
function withBothEyesAs(face: FaceView, eye: number): FaceView {
  const landmarks = face.landmarks.slice();
  const outlines = [
    [...leftEyeRing, ...leftIris],
    [...rightEyeRing, ...rightIris],
  ];
  outlines[1 - eye].forEach((vertex, i) => {
    const from = 3 * outlines[eye][i];
    landmarks.set(face.landmarks.subarray(from, from + 3), 3 * vertex);
  });
  return { ...face, landmarks };
}

function pixelAt({ image, landmarks }: FaceView, vertex: number): Rgb {
  const { x, y } = irisDisc(landmarks, [vertex, vertex]);
  const at = 3 * (Math.round(y) * image.width + Math.round(x));
  return [image.data[at], image.data[at + 1], image.data[at + 2]];
}
