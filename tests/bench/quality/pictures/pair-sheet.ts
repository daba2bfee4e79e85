import sharp, { type OverlayOptions } from 'sharp';
import { meshBounds } from '#engine/swap/geometry/face-crop';
import type { FaceView, Image } from '#engine/types';

/** Crop size relative to the face. */
const VIEW = 1.5;
const CAPTION = 28;
/** Pixels a side; smaller faces are enlarged, larger ones reduced. */
const sides = { reference: 350, result: 700 };

/** Source above target, and beside them the result. */
export async function drawPair(
  file: string,
  { source, target, result }: { source: FaceView; target: FaceView; result: Image },
  caption: string,
): Promise<void> {
  const cut = async (face: FaceView, side: number, left: number, top: number): Promise<OverlayOptions> => ({
    input: await cutFace(face, side),
    left,
    top: CAPTION + top,
  });
  const tiles = await Promise.all([
    cut(source, sides.reference, 0, 0),
    cut(target, sides.reference, 0, sides.reference),
    cut({ image: result, landmarks: target.landmarks }, sides.result, sides.reference, 0),
  ]);
  const [width, height] = [sides.reference + sides.result, sides.result + CAPTION];
  const text = `<svg width="${width}" height="${CAPTION}"><text x="6" y="20" font-size="17" font-family="sans-serif" fill="#fff">${escaped(caption)}</text></svg>`;
  await sharp({ create: { width, height, channels: 3, background: '#222' } })
    .composite([...tiles, { input: Buffer.from(text), left: 0, top: 0 }])
    .png({ compressionLevel: 3 })
    .toFile(file);
}

async function cutFace({ image, landmarks }: FaceView, side: number): Promise<Buffer> {
  const { left, top, right, bottom } = meshBounds(landmarks);
  const length = Math.ceil(VIEW * Math.max(right - left, bottom - top));
  const [x, y] = [(left + right - length) / 2, (top + bottom - length) / 2].map(Math.round);
  const within = {
    left: Math.max(0, x),
    top: Math.max(0, y),
    width: Math.min(image.width, x + length) - Math.max(0, x),
    height: Math.min(image.height, y + length) - Math.max(0, y),
  };
  const cut = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
    .extract(within)
    .extend({
      left: within.left - x,
      top: within.top - y,
      right: length - within.width - (within.left - x),
      bottom: length - within.height - (within.top - y),
      background: '#222',
    })
    .png({ compressionLevel: 1 })
    .toBuffer();
  return sharp(cut).resize(side, side).png({ compressionLevel: 1 }).toBuffer();
}

const escaped = (text: string) => text.replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
