import { parentPort } from 'node:worker_threads';

import type { HeicReply, HeicRequest } from './decode-heic';

/** Decoded planes, RGBA and the decoder itself. */
const BYTES_PER_PIXEL = 16;
const BASE_BYTES = 64e6;
const WASM_PAGE = 65_536;

parentPort!.once('message', (request: HeicRequest) => {
  void decode(request).then(
    (pixels) => parentPort!.postMessage(pixels satisfies HeicReply, [pixels.data.buffer]),
    (error: unknown) => parentPort!.postMessage({ error: String(error) } satisfies HeicReply),
  );
});

/** The library logs faults on the console only. */
let complaint = '';
console.log = console.error = (...words: { message?: string }[]) => {
  complaint = words
    .map((word) => word.message ?? '')
    .join('')
    .trim();
};

async function decode({ bytes, maxPixels }: HeicRequest): Promise<Exclude<HeicReply, { error: string }>> {
  boundMemory(BASE_BYTES + BYTES_PER_PIXEL * maxPixels);
  const { default: libheif } = await import('libheif-js/wasm-bundle.js');
  const images = new libheif.HeifDecoder().decode(bytes);
  const image = images.find((entry) => entry.is_primary()) ?? images[0];
  if (!image) throw new Error(`it contains no picture: ${complaint}`);
  const [width, height] = [image.get_width(), image.get_height()];
  if (width * height > maxPixels) throw new Error(`it decodes to ${width} × ${height} pixels`);
  const data = new Uint8ClampedArray(new ArrayBuffer(4 * width * height));
  const pixels = { data, width, height };
  const isDecoded = await new Promise((resolve) => image.display(pixels, resolve));
  if (!isDecoded) throw new Error(`its picture data are damaged: ${complaint}`);
  return { ...pixels, hasAlpha: image.has_alpha_channel() };
}

/** A refused growth is reported as "out of memory". */
function boundMemory(maxBytes: number): void {
  const { grow } = WebAssembly.Memory.prototype;
  WebAssembly.Memory.prototype.grow = function (pages) {
    if (this.buffer.byteLength + pages * WASM_PAGE > maxBytes) throw new RangeError('too much memory');
    return grow.call(this, pages);
  };
}
