import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyAffine, cropToPicture, fitPlanarSimilarity } from '#engine/nets/affine';
import { LEFT_IRIS, leftEyePoints, lipPoints, RIGHT_IRIS, rightEyePoints } from '#engine/nets/attention-points';
import { meshVertexCount } from '#engine/mesh/canonical-mesh';
import { regionOfLandmarks } from '#engine/nets/face-mesher';
import { fivePoints, HALF_PIXEL } from '#engine/neural/five-points';
import { points68 } from '#engine/neural/masks/area';
import { invert } from '#engine/neural/templates';
import { LANDMARK_COUNT, type Image, type Landmarks } from '#engine/types';
import { encodeModel } from '../../tools/models/onnx-format.mjs';
import { portraitTruth } from './portraits';

const models = fileURLToPath(new URL('../../engine/models/', import.meta.url));

const eyes = [
  [33, 160, 158, 133, 153, 144],
  [362, 385, 387, 263, 373, 380],
];
/** As `fivePoints` reads them. */
const groups = [...eyes, [1, 4], [61], [291]];

/** Ids of the mesh's points that stand for the 68. */
const meshOf68 = points68(Float32Array.from({ length: 3 * LANDMARK_COUNT }, (_, i) => Math.floor(i / 3)))
  .filter((_, i) => i % 2 === 0)
  .map((id) => id + HALF_PIXEL);

/**
 * A face in a picture, from points whose pixel centres lie at whole numbers.
 * @param points five
 * @param outline 68, which give way to the five
 */
export function landmarksAt(points: readonly number[], outline?: readonly number[]): Landmarks {
  const landmarks = Float32Array.from(portraitTruth('lin').lm.flat());
  const place = fitPlanarSimilarity(fivePoints(landmarks), points);
  for (let i = 0; i < landmarks.length; i += 3)
    landmarks.set(applyAffine(place, landmarks[i] - HALF_PIXEL, landmarks[i + 1] - HALF_PIXEL).map(addHalf), i);
  if (outline) meshOf68.forEach((id, i) => landmarks.set(outline.slice(2 * i, 2 * i + 2).map(addHalf), 3 * id));
  const found = fivePoints(landmarks);
  groups.forEach((ids, group) =>
    ids.forEach((id) => {
      landmarks[3 * id] += points[2 * group] - found[2 * group];
      landmarks[3 * id + 1] += points[2 * group + 1] - found[2 * group + 1];
    }),
  );
  return landmarks;
}

/** Half of the face's height, pixels: with a margin the mesh's crop has its 192 pixels at scale 1. */
const HALF_HEIGHT = 64;
const [FOREHEAD, BELOW_CHIN] = [10, 175];
const [LEFT_CORNER, RIGHT_CORNER] = [33, 263];

/**
 * Landmarks that pass the finder without any rounding, so that the five points are exact: numbers that single
 * precision holds, and a crop that is not turned or scaled. Bends the face a little.
 * @param points five, of an upright face
 */
export function withoutRounding(landmarks: Landmarks, points: readonly number[], picture: Size): Landmarks {
  const middleOf = (axis: number) => {
    const values = meshOf68.map((id) => landmarks[3 * id + axis]);
    return (Math.min(...values) + Math.max(...values)) / 2;
  };
  const perTexel = Math.max(picture.width, picture.height) / 256;
  const onGrid = (value: number, length: number) => {
    const edge = (length - Math.max(picture.width, picture.height)) / 2;
    return edge + Math.round((value - edge) / perTexel) * perTexel;
  };
  const centre = [onGrid(middleOf(0), picture.width), onGrid(middleOf(1), picture.height)];
  const exact = landmarks.map((value, i) => {
    const middle = centre[i % 3];
    const rounded = Math.round(64 * value) / 64;
    return i % 3 === 2 ? value : Math.min(Math.max(rounded, middle - HALF_HEIGHT), middle + HALF_HEIGHT);
  });
  exact[3 * FOREHEAD + 1] = centre[1] - HALF_HEIGHT;
  exact[3 * BELOW_CHIN + 1] = centre[1] + HALF_HEIGHT;
  exact[3 * LEFT_CORNER + 1] = exact[3 * RIGHT_CORNER + 1];
  groups.forEach((ids, group) => {
    for (const axis of [0, 1]) {
      const [last, ...others] = [...ids].reverse();
      const sum = others.reduce((total, id) => total + exact[3 * id + axis], 0);
      exact[3 * last + axis] = ids.length * addHalf(points[2 * group + axis]) - sum;
    }
  });
  return exact;
}

const addHalf = (value: number): number => value + HALF_PIXEL;

type Size = Pick<Image, 'width' | 'height'>;

interface ModelEntry {
  name: string;
  file: string;
  sha256: string;
  input: { shape: number[] };
  outputs: { name: string; shape: number[] }[];
}

/** For `openEngine({ modelsDir })`: in every picture of this size, detector and mesh see one face at the landmarks. */
export function writeModelsThatSee(landmarks: Landmarks, picture: Size, folder: string): void {
  mkdirSync(folder);
  const manifest = JSON.parse(readFileSync(path.join(models, 'manifest.json'), 'utf8')) as { models: ModelEntry[] };
  for (const model of manifest.models) {
    const answers: Record<string, (model: ModelEntry) => Record<string, Float32Array>> = {
      'face-detector': (entry) => detection(landmarks, picture, entry),
      'face-mesh': (entry) => mesh(landmarks, entry),
      'face-masks': nothing,
    };
    const answer = answers[model.name]?.(model);
    if (!answer) symlinkSync(path.join(models, model.file), path.join(folder, model.file));
    else {
      const bytes = constantNet(model, answer);
      writeFileSync(path.join(folder, model.file), bytes);
      model.sha256 = createHash('sha256').update(bytes).digest('hex');
    }
  }
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
}

function constantNet({ input, outputs }: ModelEntry, answer: Record<string, Float32Array>): Buffer {
  const constantOf = (name: string) => `${name}Constant`;
  return encodeModel({
    name: 'fixed',
    nodes: outputs.map(({ name }) => ({ op: 'Identity', inputs: [constantOf(name)], output: name })),
    tensors: outputs.map(({ name, shape }) => ({ name: constantOf(name), shape, type: 'float', data: answer[name] })),
    inputs: [{ name: 'image', shape: input.shape, type: 'float' }],
    outputs: outputs.map(({ name, shape }) => ({ name, shape, type: 'float' })),
  }) as Buffer;
}

const lengthOf = ({ outputs }: ModelEntry, name: string): number =>
  outputs.find((output) => output.name === name)!.shape.reduce((product, size) => product * size, 1);

/** One certain anchor: the first, whose centre is at (8, 8). */
function detection(landmarks: Landmarks, { width, height }: Size, model: ModelEntry) {
  const side = model.input.shape[3];
  const face = regionOfLandmarks(landmarks);
  const region = { centreX: width / 2, centreY: height / 2, size: Math.max(width, height), angle: 0 };
  const toCrop = invert(cropToPicture(region, side));
  const [x, y] = applyAffine(toCrop, face.centreX, face.centreY);
  const [across, down] = [20 * Math.cos(face.angle), 20 * Math.sin(face.angle)];
  const size = face.size * toCrop[0];
  const mesherMargin = 1.5;
  const unlikely = (name: string) => new Float32Array(lengthOf(model, name)).fill(-20);
  const [smallScores, smallBoxes] = [unlikely('smallScores'), new Float32Array(lengthOf(model, 'smallBoxes'))];
  smallScores[0] = 20;
  const centre = [x - 8, y - 8];
  smallBoxes.set([
    ...centre,
    size / mesherMargin,
    size / mesherMargin,
    ...centre,
    centre[0] + across,
    centre[1] + down,
  ]);
  const largeBoxes = new Float32Array(lengthOf(model, 'largeBoxes'));
  return { smallScores, smallBoxes, largeScores: unlikely('largeScores'), largeBoxes };
}

/** No hair, glasses or hands. */
const nothing = (model: ModelEntry) =>
  Object.fromEntries(model.outputs.map(({ name }) => [name, new Float32Array(lengthOf(model, name))]));

/** In the crop whose region the landmarks have, so that each pass finds the same. */
function mesh(landmarks: Landmarks, { input }: ModelEntry) {
  const side = input.shape[3];
  const region = regionOfLandmarks(landmarks);
  const toCrop = invert(cropToPicture(region, side));
  const flat = (id: number) => applyAffine(toCrop, landmarks[3 * id], landmarks[3 * id + 1]);
  const all = (ids: readonly number[]) => Float32Array.from(ids.flatMap(flat));
  const range = (first: number, count: number) => Array.from({ length: count }, (_, i) => first + i);
  return {
    score: Float32Array.of(1),
    mesh: Float32Array.from(
      range(0, meshVertexCount).flatMap((id) => [...flat(id), (landmarks[3 * id + 2] * side) / region.size]),
    ),
    lips: all(lipPoints),
    leftEye: all(leftEyePoints),
    rightEye: all(rightEyePoints),
    leftIris: all(range(LEFT_IRIS, 5)),
    rightIris: all(range(RIGHT_IRIS, 5)),
  };
}
