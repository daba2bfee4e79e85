import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import sharp from 'sharp';
import { runDecoder } from '#engine/decoder/run';
import { EngineError } from '#engine/errors';
import type { Limits } from '#engine/types';
import { MAX_STATED_MEGAPIXELS, MAX_STATED_SIDE } from './decode-heic';
import { heicSize } from './foreign-headers';
import { checkDimensions, defaultLimits } from './limits';
import { isAvifSequence } from './sniff';

const library = createRequire(import.meta.url).resolve('sharp');
const packages = library.slice(0, library.lastIndexOf('node_modules') + 'node_modules'.length);

/** Reads from stdin, writes to stdout. */
const program = `
import sharp from ${JSON.stringify(pathToFileURL(library).href)};
sharp.concurrency(1);
const parts = [];
for await (const part of process.stdin) parts.push(part);
const picture = sharp(Buffer.concat(parts), { failOn: 'warning', limitInputPixels: false });
process.stdout.write(await picture.autoOrient().keepMetadata().png({ compressionLevel: 1 }).toBuffer());
`;

const largestItem: Limits = {
  ...{ ...defaultLimits, minSide: 1, minRatio: 0, maxRatio: Infinity },
  ...{ maxSide: MAX_STATED_SIDE, maxMegapixels: MAX_STATED_MEGAPIXELS },
};

/**
 * In a process with limits of memory and time: a picture of any stated size can consist of 256 tiles of any size, and
 * sharp cannot be stopped.
 * @returns an upright PNG with colour profile and metadata
 * @throws EngineError `damaged_media`, `unsupported_type`, `too_small`, `too_large`, `bad_ratio`
 */
export async function avifToPng(bytes: Buffer, limits: Limits): Promise<Buffer> {
  if (isAvifSequence(bytes)) throw animated();
  const header = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch((cause: unknown) => {
      throw damaged(cause);
    });
  if ((header.pages ?? 1) > 1) throw animated();
  checkDimensions(header.autoOrient.width, header.autoOrient.height, limits);
  // Of all tiles, too.
  const largest = heicSize(bytes);
  if (largest) checkDimensions(largest.width, largest.height, largestItem);
  const args = ['--input-type=module', '--eval', program];
  const decoded = await runDecoder({ program: 'node', kind: 'picture', args, reads: [packages], input: bytes });
  const { code, signal, stdout, stderrTail } = decoded;
  if (code === 0) return stdout;
  throw damaged(new Error(`The decoder exited with ${signal ?? code}: ${stderrTail.slice(-2000).trim()}`));
}

function damaged(cause: unknown): EngineError {
  return new EngineError(
    'damaged_media',
    'This AVIF file is damaged or incomplete. Open it in a viewer, save it again and retry.',
    { cause },
  );
}

const animated = () =>
  new EngineError('unsupported_type', 'This AVIF is animated. Choose a still picture, or save it as a GIF or video.', {
    details: { isAnimated: true },
  });
