import sharp, { type OverlayOptions } from 'sharp';
import { meshBounds } from '#engine/swap/geometry/face-crop';
import type { FaceView, Image } from '#engine/types';

/** Crop size relative to the face. */
const view = 1.4;

/** The extension selects the format. */
export class Sheet {
  private readonly tiles: OverlayOptions[] = [];

  constructor(
    private readonly columns: number,
    private readonly rows: number,
    /** Pixels a side. */
    private readonly tile = 240,
  ) {}

  async place(column: number, row: number, { image, landmarks }: FaceView): Promise<void> {
    const { left, top, right, bottom } = meshBounds(landmarks);
    const side = view * Math.max(right - left, bottom - top);
    await this.placeCut(column, row, image, [(left + right - side) / 2, (top + bottom - side) / 2, side]);
  }

  async placeCut(column: number, row: number, image: Image, [x, y, side]: [number, number, number]): Promise<void> {
    const [left, top] = [Math.max(0, Math.floor(x)), Math.max(0, Math.floor(y))];
    const [right, bottom] = [Math.min(image.width, Math.ceil(x + side)), Math.min(image.height, Math.ceil(y + side))];
    if (right <= left || bottom <= top) return;
    const scale = this.tile / side;
    const shown = [Math.round((right - left) * scale), Math.round((bottom - top) * scale)].map((length) =>
      Math.max(1, Math.min(this.tile, length)),
    );
    const input = await sharp(image.data, { raw: { width: image.width, height: image.height, channels: 3 } })
      .extract({ left, top, width: right - left, height: bottom - top })
      .resize(shown[0], shown[1], { fit: 'fill' })
      .png()
      .toBuffer();
    const within = (offset: number, length: number) =>
      Math.max(0, Math.min(this.tile - length, Math.round(offset * scale)));
    this.tiles.push({
      input,
      left: column * this.tile + within(left - x, shown[0]),
      top: row * this.tile + within(top - y, shown[1]),
    });
  }

  async write(file: string): Promise<void> {
    const [width, height] = [this.columns * this.tile, this.rows * this.tile];
    const sheet = sharp({ create: { width, height, channels: 3, background: '#222' } }).composite(this.tiles);
    await (file.endsWith('.webp') ? sheet.webp({ quality: 72, effort: 6 }) : sheet.png()).toFile(file);
  }
}
