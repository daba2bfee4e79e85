import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import sharp from 'sharp';
import { openEngine, type Engine } from '#engine';
import { encodeModel } from '../../tools/models/onnx-format.mjs';
import { portraitPath } from './portraits';

const models = fileURLToPath(new URL('../../engine/models/', import.meta.url));
const SIDE = 224;

interface ModelEntry {
  name: string;
  file: string;
  sha256: string;
}

/** Softmax of a linear function of the means of the three planes. */
function meansNet(output: string, weights: number[][], bias: number[]): Buffer {
  const count = bias.length;
  const tensor = (name: string, shape: number[], numbers: number[]) =>
    ({ name, shape, type: 'float', data: Float32Array.from(numbers) }) as const;
  return encodeModel({
    name: 'tiny',
    nodes: [
      { op: 'ReduceMean', inputs: ['image'], output: 'means', attributes: { axes: [2, 3], keepdims: 0 } },
      { op: 'Gemm', inputs: ['means', 'weights', 'bias'], output: 'logits' },
      { op: 'Softmax', inputs: ['logits'], output, attributes: { axis: 1 } },
    ],
    tensors: [tensor('weights', [3, count], weights.flat()), tensor('bias', [count], bias)],
    inputs: [{ name: 'image', shape: [1, 3, SIDE, SIDE], type: 'float' }],
    outputs: [{ name: output, shape: [1, count], type: 'float' }],
  }) as Buffer;
}

const nudityClasses = 5;
const [NEUTRAL, PORN] = [2, 3];
/** Porn where red exceeds green by 0.3 and more: on red paper. */
const tinyNudity = () => {
  const row = (factor: number) => Array.from({ length: nudityClasses }, (_, i) => (i === PORN ? factor : 0));
  const bias = Array.from({ length: nudityClasses }, (_, i) => ({ [NEUTRAL]: 0, [PORN]: -60 })[i] ?? -30);
  return meansNet('classes', [row(200), row(-200), row(0)], bias);
};

/** About 10 years where blue exceeds red on the face, else 30. */
const tinyAge = () => {
  const [child, adult] = [9, 29];
  const row = (factor: number) => Array.from({ length: 100 }, (_, year) => (year === child ? factor : 0));
  const bias = Array.from({ length: 100 }, (_, year) => (year === adult || year === child ? 0 : -50));
  return meansNet('ages', [row(1), row(0), row(-1)], bias);
};

let engine: Promise<Engine> | undefined;
/** Per process. With the real nets, but for those of moderation. */
export const engineThatSeesRed = (): Promise<Engine> =>
  (engine ??= openEngine({ modelsDir: tinyModels(), threads: 1 }));

function tinyModels(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'faceswap-test-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const tiny: Record<string, Buffer> = { nudity: tinyNudity(), 'face-age': tinyAge() };
  const manifest = JSON.parse(readFileSync(path.join(models, 'manifest.json'), 'utf8')) as { models: ModelEntry[] };
  for (const model of manifest.models) {
    const bytes = tiny[model.name];
    if (!bytes) symlinkSync(path.join(models, model.file), path.join(folder, model.file));
    else {
      writeFileSync(path.join(folder, model.file), bytes);
      model.sha256 = createHash('sha256').update(bytes).digest('hex');
    }
  }
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  return folder;
}

/** A harmless portrait; the tiny nets take red paper for nudity, a blue face for a child's. */
export async function portraitOn({ paper = 'red', face = 'own' }: { paper?: 'red' | 'grey'; face?: 'own' | 'blue' }) {
  const portrait = sharp(portraitPath('lin'))
    .resize(256)
    .recomb(
      face === 'blue' ? [[0, 0, 1], [0, 1, 0], [1, 0, 0]] : [[1, 0, 0], [0, 1, 0], [0, 0, 1]], // prettier-ignore
    );
  const background = paper === 'red' ? '#ff1010' : '#808080';
  return sharp({ create: { width: 640, height: 640, channels: 3, background } })
    .composite([{ input: await portrait.png().toBuffer(), gravity: 'centre' }])
    .jpeg({ quality: 90 })
    .toBuffer();
}
