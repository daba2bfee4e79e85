import { allocate, copyIn, floatsAt, kernels, withScratch } from '#engine/kernels/memory';
import type { ChannelOrder, Layout, PictureInput, PictureOutput, Triple } from './spec';

/**
 * Pixel boost: a crop of k times the net's side is k² interleaved tiles, each the whole face. Tile i · k + j holds the
 * pixels (k · row + i, k · column + j).
 */
export const tileCount = (cropSide: number, netSide: number): number => (cropSide / netSide) ** 2;

/**
 * All tiles, one after the other.
 * @param crop cropSide × cropSide × 3 bytes, RGB
 */
export function toTensor(crop: Uint8Array, cropSide: number, netSide: number, input: PictureInput): Float32Array {
  if (isPlanarRgb(input) && cropSide === netSide) return toPlanes(crop, input);
  const tiles = tileCount(cropSide, netSide);
  const tensor = new Float32Array(3 * netSide * netSide * tiles);
  const tables = input.mean.map((mean, k) => byteTable(mean, input.std[k]));
  for (let tile = 0; tile < tiles; tile++) {
    for (let k = 0; k < 3; k++) {
      const { cropStart, cropRow, cropStep, tensorStart, tensorStep } = placesOf(tile, k, cropSide, netSide, input);
      const table = tables[k];
      let to = tensorStart;
      for (let row = 0; row < netSide; row++) {
        let from = cropStart + row * cropRow;
        for (let column = 0; column < netSide; column++, from += cropStep, to += tensorStep)
          tensor[to] = table[crop[from]];
      }
    }
  }
  return tensor;
}

/**
 * As `toTensor`, but not of whole bytes, and one tile.
 * @param crop side × side × 3, RGB, 0–255
 */
export function numbersToTensor(crop: Float32Array, side: number, input: PictureInput): Float32Array {
  const tensor = new Float32Array(crop.length);
  for (let k = 0; k < 3; k++) {
    const { tensorStart, tensorStep } = placesOf(0, k, side, side, input);
    const [mean, std] = [input.mean[k], input.std[k]];
    for (let from = k, to = tensorStart; from < crop.length; from += 3, to += tensorStep)
      tensor[to] = (crop[from] / 255 - mean) / std;
  }
  return tensor;
}

/** Undoes the input's range where the net answers in it. */
export interface Denormalisation {
  readonly mean: Triple;
  readonly std: Triple;
}

/**
 * The crop that the tiles make up.
 * @returns cropSide × cropSide × 3, RGB, 0–255
 */
export function fromTensor(
  tensor: Float32Array,
  cropSide: number,
  netSide: number,
  output: PictureOutput,
  range?: Denormalisation,
): Float32Array {
  if (isPlanarRgb(output) && cropSide === netSide) return fromPlanes(tensor, range);
  const crop = new Float32Array(3 * cropSide * cropSide);
  for (let tile = 0; tile < tileCount(cropSide, netSide); tile++) {
    for (let k = 0; k < 3; k++) {
      const { cropStart, cropRow, cropStep, tensorStart, tensorStep } = placesOf(tile, k, cropSide, netSide, output);
      const scale = range ? 255 * range.std[k] : 255;
      const offset = range ? 255 * range.mean[k] : 0;
      let from = tensorStart;
      for (let row = 0; row < netSide; row++) {
        let to = cropStart + row * cropRow;
        for (let column = 0; column < netSide; column++, to += cropStep, from += tensorStep) {
          const value = tensor[from] * scale + offset;
          crop[to] = value < 0 ? 0 : value > 255 ? 255 : value;
        }
      }
    }
  }
  return crop;
}

/** What nearly every net reads and answers, so it is fast. */
const isPlanarRgb = ({ layout, channels }: { layout: Layout; channels: ChannelOrder }): boolean =>
  layout === 'nchw' && channels === 'rgb';

function toPlanes(crop: Uint8Array, { mean, std }: PictureInput): Float32Array {
  return withScratch(() => {
    const bytes = copyIn(crop);
    const scales = copyIn(Float32Array.from(std, (deviation) => 1 / (255 * deviation)));
    const offsets = copyIn(Float32Array.from(mean, (value, k) => -value / std[k]));
    const planes = allocate(4 * crop.length);
    kernels().bytesToPlanes(bytes, crop.length / 3, scales, offsets, planes);
    return floatsAt(planes, crop.length).slice();
  });
}

function fromPlanes(tensor: Float32Array, { mean, std }: Denormalisation = { mean: [0, 0, 0], std: [1, 1, 1] }) {
  return withScratch(() => {
    const planes = copyIn(tensor);
    const [scales, offsets] = [std, mean].map((values) => copyIn(Float32Array.from(values, (value) => 255 * value)));
    const colours = allocate(4 * tensor.length);
    kernels().planesToNumbers(planes, tensor.length / 3, scales, offsets, colours);
    return floatsAt(colours, tensor.length).slice();
  });
}

export const tensorShape = (tiles: number, side: number, layout: Layout): number[] =>
  layout === 'nchw' ? [tiles, 3, side, side] : [tiles, side, side, 3];

function byteTable(mean: number, std: number): Float32Array {
  return Float32Array.from({ length: 256 }, (_, byte) => (byte / 255 - mean) / std);
}

/** Start and steps of one channel of one tile, in both buffers. */
function placesOf(
  tile: number,
  k: number,
  cropSide: number,
  netSide: number,
  { layout, channels }: { layout: Layout; channels: ChannelOrder },
) {
  const times = cropSide / netSide;
  const area = netSide * netSide;
  const channel = channels === 'rgb' ? k : 2 - k;
  const planar = layout === 'nchw';
  return {
    cropStart: 3 * (Math.floor(tile / times) * cropSide + (tile % times)) + k,
    cropRow: 3 * times * cropSide,
    cropStep: 3 * times,
    tensorStart: 3 * area * tile + (planar ? channel * area : channel),
    tensorStep: planar ? 1 : 3,
  };
}
