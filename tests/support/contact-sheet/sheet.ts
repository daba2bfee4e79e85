import sharp, { type OverlayOptions } from 'sharp';
import { meshBounds } from '#engine/swap/source/face-crop';
import type { FaceView } from '#engine/types';

/** Pixels a side of each picture on a sheet. */
const tile = 240;
/** Room around a face, as a multiple of its own size. */
const view = 1.4;

/** A table of faces: sources down the left, targets along the top, results in between. */
export class Sheet {
  private readonly tiles: OverlayOptions[] = [];

  constructor(
    private readonly columns: number,
    private readonly rows: number,
  ) {}

  async place(column: number, row: number, face: FaceView): Promise<void> {
    this.tiles.push({ input: await portrait(face), left: column * tile, top: row * tile });
  }

  async write(file: string): Promise<void> {
    const canvas = { width: this.columns * tile, height: this.rows * tile, channels: 3 as const, background: '#222' };
    await sharp({ create: canvas }).composite(this.tiles).png().toFile(file);
  }
}

function portrait({ image, landmarks }: FaceView): Promise<Buffer> {
  const { left, top, right, bottom } = meshBounds(landmarks);
  const side = view * Math.max(right - left, bottom - top);
  const x = Math.max(0, Math.floor((left + right - side) / 2));
  const y = Math.max(0, Math.floor((top + bottom - side) / 2));
  const raw = { width: image.width, height: image.height, channels: 3 as const };
  return sharp(image.data, { raw })
    .extract({
      left: x,
      top: y,
      width: Math.min(image.width - x, Math.ceil(side)),
      height: Math.min(image.height - y, Math.ceil(side)),
    })
    .resize(tile, tile, { fit: 'cover' })
    .png()
    .toBuffer();
}
