// Draws docs/picture.jpg: node tools/pictures/readme.mjs [face] [photo]
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import sharp from 'sharp';

import { inRoot } from '../../scripts/setup/root.mjs';

const [face = 'otto', photo = 'tomas'] = process.argv.slice(2);
const CANVAS = { width: 1360, height: 580 };
const CARD = { width: 400, height: 500, top: 40 };
const LEFT = { face: 60, photo: 400, result: 900 };
const FACE_SIZE = 260;

const portraitOf = (name) => inRoot(`public/samples/portraits/${name}.jpg`);
const directory = mkdtempSync(join(tmpdir(), 'faceswap-picture-'));
try {
  const result = join(directory, 'result.png');
  swap(portraitOf(face), portraitOf(photo), result);
  const layers = await Promise.all([
    rounded(portraitOf(face), { width: FACE_SIZE, height: FACE_SIZE, radius: FACE_SIZE / 2 }),
    rounded(portraitOf(photo), { ...CARD, radius: 24 }),
    rounded(result, { ...CARD, radius: 24 }),
  ]);
  const [faceLayer, photoLayer, resultLayer] = layers;
  await sharp(Buffer.from(backdrop()))
    .composite([
      { input: faceLayer, left: LEFT.face, top: (CANVAS.height - FACE_SIZE) / 2 },
      { input: photoLayer, left: LEFT.photo, top: CARD.top },
      { input: resultLayer, left: LEFT.result, top: CARD.top },
    ])
    .jpeg({ quality: 88, mozjpeg: true })
    .toFile(inRoot('docs/picture.jpg'));
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function swap(from, target, out) {
  const args = [inRoot('scripts/run.mjs'), 'engine/cli/swap.ts', '--face', from, '--target', target, '--out', out];
  execFileSync(process.execPath, args, { stdio: 'inherit' });
}

async function rounded(file, { width, height, radius }) {
  const mask = `<svg width="${width}" height="${height}"><rect width="${width}" height="${height}" rx="${radius}"/></svg>`;
  const fitted = sharp(file).resize(width, height, { fit: 'cover', position: 'top' });
  return fitted
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

function backdrop() {
  const middle = CANVAS.height / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${CANVAS.width}" height="${CANVAS.height}">
    <defs>
      <radialGradient id="night" cx="0.5" cy="0.1" r="1"><stop stop-color="#2a1a12"/><stop offset="1" stop-color="#0d0a09"/></radialGradient>
      <linearGradient id="warm"><stop stop-color="#F06906"/><stop offset="1" stop-color="#FF4081"/></linearGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#night)"/>
    <g fill="none" stroke="#F06906" stroke-width="7" stroke-linecap="round" stroke-linejoin="round">
      <path d="M345 ${middle}h30M360 ${middle - 15}v30"/>
      <path d="M822 ${middle}h56m-22 -22l22 22l-22 22" stroke="#FF4081"/>
    </g>
    <circle cx="${LEFT.face + FACE_SIZE / 2}" cy="${middle}" r="${FACE_SIZE / 2 + 5}" fill="url(#warm)"/>
    <rect x="${LEFT.result - 5}" y="${CARD.top - 5}" width="${CARD.width + 10}" height="${CARD.height + 10}" rx="29" fill="url(#warm)"/>
  </svg>`;
}
