import sharp from 'sharp';
import type { Net } from '#engine/nets/model-store';
import type { Image } from '#engine/types';
import type { NudityScores } from './types';

/** MobileNet of Gant Laborde's NSFW detection model, on the whole picture stretched to a square. */
export class NudityNet {
  constructor(private readonly net: Net) {}

  async classify(image: Image): Promise<NudityScores> {
    const { side, input } = this.net;
    fillPlanes(await stretched(image, side), input);
    const { classes } = await this.net.run();
    const [drawing, hentai, neutral, porn, sexy] = classes;
    return { drawing, hentai, neutral, porn, sexy };
  }
}

function stretched({ width, height, data }: Image, side: number): Promise<Buffer> {
  return sharp(data, { raw: { width, height, channels: 3 } })
    .resize(side, side, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
}

/** 0 to 1. */
function fillPlanes(rgb: Uint8Array, into: Float32Array): void {
  const texels = into.length / 3;
  for (let i = 0; i < into.length; i++) into[i] = rgb[3 * (i % texels) + Math.floor(i / texels)] / 255;
}
