import { createHash } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { defaultModelsDir, ModelStore, type Net } from '#engine/nets/model-store';
import type { SampleFaceName } from '#shared/sample-media';
import { portraitPath, portraitTruth } from '#tests/support/portraits';

const SIDE = 160;
const [FRAME, LENS] = [0, 1];
const [LEFT_EYE, RIGHT_EYE] = [33, 263];
const file = path.join(defaultModelsDir(), 'face-masks.onnx');

type Point = [number, number];

/** Outer eye corners of a rendered portrait, pixels. */
function eyesOf(name: SampleFaceName): [Point, Point] {
  const { lm } = portraitTruth(name);
  const at = (index: number): Point => [lm[index][0], lm[index][1]];
  return [at(LEFT_EYE), at(RIGHT_EYE)];
}

/** Two dark rims and a bridge around the eyes. */
function glasses([left, right]: [Point, Point]): string {
  const distance = Math.hypot(right[0] - left[0], right[1] - left[1]);
  const along = (share: number): Point => [
    left[0] + share * (right[0] - left[0]),
    left[1] + share * (right[1] - left[1]),
  ];
  const rim = ([x, y]: Point) => `<ellipse cx="${x}" cy="${y}" rx="${0.25 * distance}" ry="${0.2 * distance}"/>`;
  const [[x1, y1], [x2, y2]] = [along(0.44), along(0.56)];
  const shapes = `${rim(along(0.18))}${rim(along(0.82))}<path d="M ${x1} ${y1} L ${x2} ${y2}"/>`;
  return `<g fill="none" stroke="#1a1512" stroke-width="${0.045 * distance}">${shapes}</g>`;
}

/** The net's square: upright, 1.911 eye distances wide, its middle 0.37 of them below the eyes. */
async function inputOf(name: SampleFaceName, drawn = ''): Promise<Buffer> {
  const [left, right] = eyesOf(name);
  const distance = Math.hypot(right[0] - left[0], right[1] - left[1]);
  const degrees = (Math.atan2(right[1] - left[1], right[0] - left[0]) * 180) / Math.PI;
  const [x, y] = [(left[0] + right[0]) / 2, (left[1] + right[1]) / 2];
  const scale = SIDE / (1.911 * distance);
  const picture = `data:image/jpeg;base64,${readFileSync(portraitPath(name)).toString('base64')}`;
  const { width, height } = await sharp(portraitPath(name)).metadata();
  const turned = `translate(80 ${80 - 0.3675 * distance * scale}) scale(${scale}) rotate(${-degrees}) translate(${-x} ${-y})`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${SIDE}" height="${SIDE}"><g transform="${turned}">
    <image href="${picture}" width="${width}" height="${height}"/>${drawn}</g></svg>`;
  return sharp(Buffer.from(svg)).flatten().removeAlpha().raw().toBuffer();
}

let net: Net;
beforeAll(async () => {
  net = await (await ModelStore.open()).load('face-masks');
});
afterAll(() => net.close());

/** Share of pixels above one half, of each class. */
async function found(name: SampleFaceName, drawn = ''): Promise<{ shares: number[]; there: Float32Array }> {
  const pixels = await inputOf(name, drawn);
  const count = SIDE * SIDE;
  for (let i = 0; i < count; i++) for (let c = 0; c < 3; c++) net.input[c * count + i] = pixels[3 * i + c];
  const { masks, there } = await net.run();
  expect(masks).toHaveLength(6 * count);
  const above = (kind: number) =>
    masks.subarray(kind * count, (kind + 1) * count).filter((value) => value > 0.5).length;
  return { shares: Array.from({ length: 6 }, (_, kind) => above(kind) / count), there };
}

test('the committed net matches the manifest and stays small', () => {
  const { models } = JSON.parse(readFileSync(path.join(defaultModelsDir(), 'manifest.json'), 'utf8'));
  const { sha256 } = models.find(({ name }: { name: string }) => name === 'face-masks');
  expect(createHash('sha256').update(readFileSync(file)).digest('hex')).toBe(sha256);
  expect(statSync(file).size).toBeLessThan(2_000_000);
});

test.each(['freya', 'nadia', 'elsa'] as const)(
  'painted glasses are found on %s, and none without them',
  async (name) => {
    const bare = await found(name);
    expect(bare.there).toHaveLength(6);
    expect(bare.shares[FRAME]).toBeLessThan(0.002);
    const worn = await found(name, glasses(eyesOf(name)));
    expect(worn.shares[FRAME]).toBeGreaterThan(0.02);
    expect(worn.shares[LENS]).toBeGreaterThan(0.05);
    expect(worn.there[FRAME]).toBeGreaterThan(0.5);
  },
);
