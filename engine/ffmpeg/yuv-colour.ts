import { allocate, withScratch, bytesAt, copyIn, kernels } from '#engine/kernels/memory';
import type { Image } from '#engine/types';
import type { Matrix, Yuv420Frame, Window } from './yuv-frame';

/** Of red and blue (ITU-R BT.709-6 and BT.601-7). */
const lumaWeights: Record<Matrix, readonly [red: number, blue: number]> = {
  bt709: [0.2126, 0.0722],
  smpte170m: [0.299, 0.114],
};

/** Limited range; chroma either way. */
const [LUMA_STEPS, CHROMA_STEPS] = [219, 112];

/** v to red, u and v to green, u to blue. */
function chromaWeights(matrix: Matrix): Float32Array {
  const [red, blue] = lumaWeights[matrix];
  const green = 1 - red - blue;
  const perStep = 255 / CHROMA_STEPS;
  const [ofU, ofV] = [(1 - blue) * perStep, (1 - red) * perStep];
  return Float32Array.of(ofV, (-ofU * blue) / green, (-ofV * red) / green, ofU);
}

interface PlaneAddresses {
  readonly y: number;
  readonly u: number;
  readonly v: number;
}

function forEachPlane({ width, height }: Yuv420Frame, window: Window, visit: (row: PlaneWindow) => void): void {
  const { left, top } = window;
  visit({ start: 0, stride: width, left, top, width: window.width, height: window.height });
  const [stride, half] = [width >> 1, { left: left >> 1, top: top >> 1, width: window.width >> 1 }];
  for (const start of [width * height, (width * height * 5) / 4])
    visit({ start, stride, ...half, height: window.height >> 1 });
}

interface PlaneWindow extends Window {
  readonly start: number;
  readonly stride: number;
}

function copyPlanesIn(frame: Yuv420Frame, window: Window): PlaneAddresses {
  const addresses: number[] = [];
  forEachPlane(frame, window, ({ start, stride, left, top, width, height }) => {
    const address = allocate(width * height);
    const bytes = bytesAt(address, width * height);
    const first = start + top * stride + left;
    if (width === stride) bytes.set(frame.data.subarray(first, first + width * height));
    else
      for (let y = 0, from = first; y < height; y++, from += stride)
        bytes.set(frame.data.subarray(from, from + width), y * width);
    addresses.push(address);
  });
  const [y, u, v] = addresses;
  return { y, u, v };
}

function copyPlanesOut(frame: Yuv420Frame, window: Window, { y, u, v }: PlaneAddresses): void {
  const addresses = [y, u, v];
  forEachPlane(frame, window, ({ start, stride, left, top, width, height }) => {
    const bytes = bytesAt(addresses.shift()!, width * height);
    for (let row = 0, to = start + top * stride + left; row < height; row++, to += stride)
      frame.data.set(bytes.subarray(row * width, (row + 1) * width), to);
  });
}

/** @param data output, width × height × 3 bytes */
export function toRgb(
  frame: Yuv420Frame,
  window: Window,
  data: Uint8Array = new Uint8Array(3 * window.width * window.height),
): Image {
  const { width, height } = window;
  return withScratch(() => {
    const { y, u, v } = copyPlanesIn(frame, window);
    const rgb = allocate(3 * width * height);
    kernels().planesToRgb(y, u, v, width, height, copyIn(chromaWeights(frame.matrix)), rgb);
    data.set(bytesAt(rgb, data.length));
    return { width, height, data };
  });
}

/**
 * Averages blocks, to 1/2^`times` of the size.
 * @param window in pixels of the reduced frame
 */
export function toSmallRgb(frame: Yuv420Frame, window: Window, times: number): Image {
  const { width, height } = window;
  const side = 1 << times;
  const whole = { left: window.left * side, top: window.top * side, width: width * side, height: height * side };
  return withScratch(() => {
    const planes = copyPlanesIn(frame, whole);
    const y = blockMeans(planes.y, window, side);
    const [u, v] = [blockMeans(planes.u, window, side / 2), blockMeans(planes.v, window, side / 2)];
    const rgb = allocate(3 * width * height);
    kernels().meansToRgb(y, u, v, width * height, copyIn(chromaWeights(frame.matrix)), rgb);
    return { width, height, data: bytesAt(rgb, 3 * width * height).slice() };
  });
}

function blockMeans(plane: number, { width, height }: Window, side: number): number {
  const address = allocate(4 * width * height);
  withScratch(() => kernels().meansOfSquares(plane, width, height, side, address, allocate(2 * width * side + 32)));
  return address;
}

/**
 * Adds (after − before) × opacity. Unchanged pixels keep their exact decoded values.
 * @param before,after RGB pixels of the window
 */
export function applyRgbChange(
  frame: Yuv420Frame,
  window: Window,
  before: Uint8Array,
  after: Uint8Array,
  opacity = 1,
): void {
  const [red, blue] = lumaWeights[frame.matrix];
  const luma = (opacity * LUMA_STEPS) / 255;
  const chroma = (opacity * CHROMA_STEPS) / 255 / 4; // the kernel sums four pixels
  const coefficients = [red, 1 - red - blue, blue, luma, chroma / (1 - blue), chroma / (1 - red)];
  withScratch(() => {
    const { y, u, v } = copyPlanesIn(frame, window);
    const [was, is, steps] = [copyIn(before), copyIn(after), copyIn(Float32Array.from(coefficients))];
    kernels().applyRgbChange(y, u, v, window.width, window.height, was, is, steps);
    copyPlanesOut(frame, window, { y, u, v });
  });
}
