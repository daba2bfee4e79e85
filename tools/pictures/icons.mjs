// Draws public/icons and the social picture: node tools/pictures/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';

import { chromium } from 'playwright';
import sharp from 'sharp';

import { ensureBrowser } from '../../scripts/setup/browser.mjs';
import { inRoot } from '../../scripts/setup/root.mjs';

const NIGHT = '#0E0B0A';
const mark = readFileSync(inRoot('app/components/logo.tsx'), 'utf8').match(/d="[^"]+"/g) ?? [];

/** Fills `share` of a square. */
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
await write('maskable-512', icon(512, 0.56)); // launchers crop up to a fifth on each side
await write('apple-touch', icon(180, 0.68));
await writeFavicon(32);

/** One PNG in the ICO container (header 6 bytes, entry 16). */
async function writeFavicon(size) {
  const png = await sharp(Buffer.from(icon(size, 0.8, 6)))
    .png({ compressionLevel: 9 })
    .toBuffer();
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // type: icon
  head.writeUInt16LE(1, 4); // number of pictures
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits a pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18); // offset of the picture
  writeFileSync(inRoot('public/favicon.ico'), Buffer.concat([head, png]));
}

// A screenshot: only a browser renders text in the product's font.
const FONT = 'node_modules/@fontsource-variable/familjen-grotesk/files/familjen-grotesk-latin-wght-normal.woff2';
const { path } = await ensureBrowser(console.log);
const browser = await chromium.launch({ executablePath: path, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1200, height: 630 } });
await page.setContent(socialPage(readFileSync(inRoot(FONT), 'base64')));
await page.evaluate('document.fonts.ready.then(() => undefined)');
const drawn = await page.screenshot();
await browser.close();
await sharp(drawn).png({ compressionLevel: 9, palette: true, colors: 128 }).toFile(inRoot('public/icons/social.png'));

function socialPage(font) {
  const mesh = readFileSync(inRoot('public/art/mesh-head.svg'), 'utf8');
  return `<!doctype html><style>
    @font-face { font-family: Familjen; font-weight: 400 700; src: url(data:font/woff2;base64,${font}) }
    body { position: relative; width: 1200px; height: 630px; margin: 0; overflow: hidden; background: ${NIGHT};
      color: #F7F1EC; font: 500 30px/1.3 Familjen }
    .mesh { position: absolute; left: 640px; top: -14px; width: 620px; mask: linear-gradient(#000 80%, transparent 96%) }
    .seam { position: absolute; left: 950px; top: 0; bottom: 0; width: 3px;
      background: linear-gradient(transparent, #F06906 35%, #FF4081) }
    .brand { position: absolute; left: 80px; top: 72px; display: flex; align-items: center; gap: 14px;
      font-size: 40px; font-weight: 700; letter-spacing: -.035em }
    h1 { position: absolute; left: 80px; top: 210px; margin: 0; font-size: 84px; font-weight: 600; line-height: .98;
      letter-spacing: -.03em; white-space: nowrap }
    p { position: absolute; left: 80px; top: 430px; margin: 0; color: #CDC1B8 }
  </style>
  <div class="mesh">${mesh}</div><i class="seam"></i>
  <div class="brand"><svg width="56" height="56" viewBox="0 0 32 32" fill-rule="evenodd">
    <path fill="#F06906" ${mark[0]}/><path fill="#FF4081" ${mark[1]}/></svg>Faceswap</div>
  <h1>Swap a face.<br>Keep the moment.</h1>
  <p>Photos, GIFs and videos.<br>A free preview before you spend a credit.</p>`;
}
