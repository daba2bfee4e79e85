import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { runFfmpeg } from '#tests/support/ffmpeg';
import { clipPath, makeClip, videoKinds, type VideoKind } from '#tests/support/clips';
import { animated, portraitPath } from '#tests/support/portraits';

export interface WholeFile {
  readonly name: string;
  readonly bytes: Buffer;
}

const pictures = ['jpeg', 'png', 'webp', 'gif'] as const;

export async function wholeFiles(folder: string): Promise<WholeFile[]> {
  const small = sharp(portraitPath('lin')).resize(240, 300);
  const named = async (name: string, bytes: Promise<Buffer>) => ({ name, bytes: await bytes });
  const stills = pictures.map((format) => named(format, small.clone().toFormat(format).toBuffer()));
  const progressive = named('progressive jpeg', small.clone().jpeg({ progressive: true }).toBuffer());
  const moving = (['gif', 'webp'] as const).map((format) =>
    named(`animated ${format}`, animated(format, [80, 80, 120])),
  );
  const bmp = named(
    'bmp',
    runFfmpeg(['-i', portraitPath('lin'), '-vf', 'scale=160:200', '-f', 'image2', '-c:v', 'bmp', 'pipe:1']),
  );
  const files = await Promise.all([...stills, progressive, ...moving, bmp]);
  for (const kind of Object.keys(videoKinds) as VideoKind[]) {
    const file = await makeClip(path.join(folder, `clip.${kind}`), kind, { seconds: 0.5, fps: 12 });
    files.push({ name: kind, bytes: await readFile(file) });
  }
  return [...files, { name: 'mp4 without sound', bytes: await readFile(clipPath('cuts')) }];
}
