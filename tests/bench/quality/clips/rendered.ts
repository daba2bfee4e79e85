import sharp from 'sharp';
import { fileURLToPath } from 'node:url';
import { clipNames, clipPath, clipTruth, type ClipName } from '#tests/support/clips';
import type { Member } from '#tests/bench/quality/cast';
import type { Clip } from './clip';

const FPS = 12;

const given: Record<string, string> = {
  freya: 'ines',
  malik: 'otto',
  diego: 'tomas',
  tomas: 'kenji',
  amara: 'malik',
  ines: 'freya',
  otto: 'kenji',
  kenji: 'diego',
};

const cuts: Partial<Record<ClipName, number[]>> = { cuts: [12, 24, 36] };

export async function renderedClips(cast: readonly Member[]): Promise<Clip[]> {
  const member = (name: string) => cast.find((one) => one.name === name)!;
  const isHand = await handTruth();
  return clipNames.map((name) => {
    const truth = clipTruth(name);
    const ids = [...new Set(truth.flat().map(({ id }) => id))].filter((id) => given[id]);
    return {
      name,
      file: clipPath(name),
      fps: FPS,
      truth,
      cuts: cuts[name] ?? [],
      given: Object.fromEntries(ids.map((id) => [id, member(given[id])])),
      covers: name === 'hand' ? isHand : undefined,
    };
  });
}

const sheet = { across: 8, width: 432, height: 324 };

export async function handTruth(): Promise<(frame: number, x: number, y: number) => boolean> {
  const file = fileURLToPath(new URL('../../../support/hand-mask.png', import.meta.url));
  const mask = await sharp(file).extractChannel(0).raw().toBuffer();
  const { across, width, height } = sheet;
  return (frame, x, y) => {
    if (x < 0 || y < 0 || x >= width || y >= height) return false;
    const row = Math.floor(frame / across) * height + y;
    return mask[row * across * width + (frame % across) * width + x] > 127;
  };
}
