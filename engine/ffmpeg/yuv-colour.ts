import { allocate, withScratch, bytesAt, copyIn, kernels } from '#engine/kernels/memory';
import type { Image } from '#engine/types';
import type { Matrix, Planes, Window } from './yuv-frame';

/** Weights of red and blue in brightness (ITU-R BT.709-6 and BT.601-7). */
const weights: Record<Matrix, readonly [red: number, blue: number]> = {
  bt709: [0.2126, 0.0722],
  smpte170m: [0.299, 0.114],
};

/** Steps from black to white, and from no colour to all of it. */
const [BRIGHT, COLOUR] = [219, 112];

/** What the two differences, u (blue) and v (red), add to each channel: v to red, u and v to green, u to blue. */
function coloursOf(matrix: Matrix): Float32Array {
  const [red, blue] = weights[matrix];
  const green = 1 - red - blue;
  const perStep = 255 / COLOUR;
  const [ofU, ofV] = [(1 - blue) * perStep, (1 - red) * perStep];
  return Float32Array.of(ofV, (-ofU * blue) / green, (-ofV * red) / green, ofU);
}

/** The three planes of a window, in the kernels' memory: addresses. */
interface Planed {
  readonly lights: number;
  readonly blues: number;
  readonly reds: number;
}

/** Calls `visit` for each plane of a frame: where it lies, the length of its rows, and the window in it. */
function forEachPlane({ width, height }: Planes, window: Window, visit: (row: PlaneWindow) => void): void {
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

function takePlanes(planes: Planes, window: Window): Planed {
  const taken: number[] = [];
  forEachPlane(planes, window, ({ start, stride, left, top, width, height }) => {
    const address = allocate(width * height);
    const bytes = bytesAt(address, width * height);
    const first = start + top * stride + left;
    if (width === stride) bytes.set(planes.data.subarray(first, first + width * height));
    else
      for (let y = 0, from = first; y < height; y++, from += stride)
        bytes.set(planes.data.subarray(from, from + width), y * width);
    taken.push(address);
  });
  const [lights, blues, reds] = taken;
  return { lights, blues, reds };
}

function givePlanes(planes: Planes, window: Window, { lights, blues, reds }: Planed): void {
  const addresses = [lights, blues, reds];
  forEachPlane(planes, window, ({ start, stride, left, top, width, height }) => {
    const bytes = bytesAt(addresses.shift()!, width * height);
    for (let y = 0, to = start + top * stride + left; y < height; y++, to += stride)
      planes.data.set(bytes.subarray(y * width, (y + 1) * width), to);
  });
}

/**
 * A window of a frame in RGB. Each pair of differences counts for its four pixels alike.
 * @param data width × height × 3 bytes of the window, for who has them already
 */
export function toRgb(
  planes: Planes,
  window: Window,
  data: Uint8Array = new Uint8Array(3 * window.width * window.height),
): Image {
  const { width, height } = window;
  return withScratch(() => {
    const { lights, blues, reds } = takePlanes(planes, window);
    const rgb = allocate(3 * width * height);
    kernels().planesToRgb(lights, blues, reds, width, height, copyIn(coloursOf(planes.matrix)), rgb);
    data.set(bytesAt(rgb, data.length));
    return { width, height, data };
  });
}

/**
 * A window of a frame in RGB, halved so often, each pixel the mean of a square.
 * @param window in pixels of the shrunk frame
 */
export function toSmallRgb(planes: Planes, window: Window, times: number): Image {
  const { width, height } = window;
  const side = 1 << times;
  const whole = { left: window.left * side, top: window.top * side, width: width * side, height: height * side };
  return withScratch(() => {
    const { lights, blues, reds } = takePlanes(planes, whole);
    const [light, u, v] = [means(lights, window, side), means(blues, window, side / 2), means(reds, window, side / 2)];
    const rgb = allocate(3 * width * height);
    kernels().meansToRgb(light, u, v, width * height, copyIn(coloursOf(planes.matrix)), rgb);
    return { width, height, data: bytesAt(rgb, 3 * width * height).slice() };
  });
}

/** Single-precision means of the squares of a plane in the kernels' memory. */
function means(plane: number, { width, height }: Window, side: number): number {
  const address = allocate(4 * width * height);
  withScratch(() => kernels().meansOfSquares(plane, width, height, side, address, allocate(2 * width * side + 32)));
  return address;
}

/**
 * Adds to a frame what painting has changed in a window of it, or a share of that. What was not painted on stays
 * exactly as it was decoded.
 * @param before the window's pixels in RGB as they were
 * @param after  the same painted on
 */
export function addChange(planes: Planes, window: Window, before: Uint8Array, after: Uint8Array, share = 1): void {
  const [red, blue] = weights[planes.matrix];
  const bright = (share * BRIGHT) / 255;
  const colour = (share * COLOUR) / 255 / 4; // of four pixels' sum
  const numbers = [red, 1 - red - blue, blue, bright, colour / (1 - blue), colour / (1 - red)];
  withScratch(() => {
    const { lights, blues, reds } = takePlanes(planes, window);
    const [was, is, steps] = [copyIn(before), copyIn(after), copyIn(Float32Array.from(numbers))];
    kernels().applyRgbChange(lights, blues, reds, window.width, window.height, was, is, steps);
    givePlanes(planes, window, { lights, blues, reds });
  });
}
