// Draws public/icons and the social picture from the mark and the brand mesh: node scripts/draw-icons.mjs
import { readFileSync } from 'node:fs';

import sharp from 'sharp';

import { inRoot } from './setup/root.mjs';

const NIGHT = '#0E0B0A';
const mark = readFileSync(inRoot('app/components/logo.tsx'), 'utf8').match(/d="[^"]+"/g);

/** The mark on night, filling `share` of a square. */
function icon(size, share, radius = 0) {
  const side = size * share;
  const at = (size - side) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${radius}" fill="${NIGHT}"/>
    <g transform="translate(${at} ${at}) scale(${side / 32})" fill-rule="evenodd">
      <path fill="#F06906" ${mark[0]}/><path fill="#FF4081" ${mark[1]}/>
    </g></svg>`;
}

async function write(name, svg) {
  await sharp(Buffer.from(svg))
    .png({ compressionLevel: 9, palette: true })
    .toFile(inRoot(`public/icons/${name}.png`));
}

await write('icon-192', icon(192, 0.72, 40));
await write('icon-512', icon(512, 0.72, 108));
await write('maskable-512', icon(512, 0.56)); // launchers cut away up to a fifth at each side
await write('apple-touch', icon(180, 0.68));

const mesh = await sharp(inRoot('public/art/mesh-head.svg'), { density: 96 }).resize({ height: 600 }).toBuffer();
const { width } = await sharp(mesh).metadata();
const words = `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="630">
  <g transform="translate(88 120) scale(2.6)" fill-rule="evenodd"><path fill="#F06906" ${mark[0]}/><path fill="#FF4081" ${mark[1]}/></g>
  <g fill="#F7F1EC" font-family="Familjen Grotesk, Helvetica, Arial, sans-serif" font-weight="700" letter-spacing="-2">
    <text x="88" y="330" font-size="76">Swap a face.</text><text x="88" y="416" font-size="76">Keep the moment.</text>
    <text x="88" y="490" font-size="32" font-weight="400" letter-spacing="0" fill="#CDC1B8">Photos, GIFs and videos</text>
  </g></svg>`;
await sharp({ create: { width: 1200, height: 630, channels: 3, background: NIGHT } })
  .composite([
    { input: mesh, left: 1200 - width - 24, top: 20 },
    { input: Buffer.from(words), left: 0, top: 0 },
  ])
  .png({ compressionLevel: 9, palette: true })
  .toFile(inRoot('public/icons/social.png'));
