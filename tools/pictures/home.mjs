// Pictures of the home and sign-in pages: node tools/pictures/home.mjs
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import ffmpeg from '@ffmpeg-installer/ffmpeg';
import sharp from 'sharp';

import { inRoot } from '../../scripts/setup/root.mjs';

const scene = (name) => inRoot(`public/samples/scenes/${name}.jpg`);
const art = (name) => inRoot(`public/art/${name}`);
/** Pixels; `app/components/pictures.ts` names them. */
const WIDE = [800, 1200, 1600];
const TALL = [480, 860];
const TILE = [600, 1120];
const CUT_FOR_PHONES = { left: 230, top: 0, width: 1100, height: 853 };
const STRIP = { clip: 'crossing', frames: 9, height: 108, rate: 2.2 };

const directory = mkdtempSync(join(tmpdir(), 'faceswap-home-'));
try {
  const tall = join(directory, 'tall.png');
  await sharp(scene('duo')).extract(CUT_FOR_PHONES).toFile(tall);
  await writeWidths(scene('duo'), 'duo-before', WIDE);
  await writeWidths(swapped(scene('duo')), 'duo-after', WIDE);
  await writeWidths(tall, 'duo-before-tall', TALL);
  await writeWidths(swapped(tall), 'duo-after-tall', TALL);
  await writeWidths(scene('group'), 'group', TILE);
  await writeWidths(scene('street'), 'street', TILE);
  for (const name of ['duo', 'group']) await writeThumb(name);
  await writePreview(swapped(scene('duo')));
  await writeStrip();
} finally {
  rmSync(directory, { recursive: true, force: true });
}

/** Persons are numbered by size: the man is the first. */
function swapped(target) {
  const out = join(directory, 'swapped.png');
  const program = [inRoot('scripts/run.mjs'), 'engine/cli/swap.ts'];
  const faces = ['--person', `p1=${scene('freya')}`, '--person', `p2=${scene('diego')}`];
  execFileSync(process.execPath, [...program, ...faces, '--target', target, '--out', out], { stdio: 'inherit' });
  return out;
}

/** AVIF, with WebP for older browsers. */
async function writeWidths(file, name, widths) {
  for (const width of widths) {
    const picture = sharp(file).resize({ width });
    await picture
      .clone()
      .avif({ quality: 52, effort: 6 })
      .toFile(art(`${name}-${width}.avif`));
    await picture.webp({ quality: 78, effort: 6 }).toFile(art(`${name}-${width}.webp`));
  }
}

function writeThumb(name) {
  const file = inRoot(`public/samples/thumbs/${name}.webp`);
  return sharp(scene(name)).resize(144, 144).webp({ quality: 80 }).toFile(file);
}

/** Left half before, right half after. */
async function writePreview(after) {
  const size = { width: 232, height: 145 };
  const left = { left: 0, top: 0, width: size.width / 2, height: size.height };
  const before = await sharp(scene('duo')).resize(size).extract(left).toBuffer();
  await sharp(await sharp(after).resize(size).toBuffer())
    .composite([{ input: before, left: 0, top: 0 }])
    .webp({ quality: 80 })
    .toFile(art('preview.webp'));
}

async function writeStrip() {
  const { clip, frames, height, rate } = STRIP;
  const tiled = join(directory, 'strip.png');
  const filter = `fps=${rate},scale=-2:${height},tile=${frames}x1`;
  const input = inRoot(`public/samples/clips/${clip}.mp4`);
  execFileSync(ffmpeg.path, ['-v', 'error', '-i', input, '-vf', filter, '-frames:v', '1', tiled], { stdio: 'inherit' });
  await sharp(tiled).resize({ height }).webp({ quality: 72 }).toFile(art('filmstrip.webp'));
}
