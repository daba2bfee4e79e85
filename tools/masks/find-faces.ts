import { createWriteStream } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { UsageError } from '#engine/cli/command';
import { FaceFinder } from '#engine/analyse/face-finder';
import { defaultLimits } from '#engine/media/limits';
import { readPicture } from '#engine/media/read-picture';
import { ModelStore } from '#engine/nets/model-store';

const PICTURES = /\.(jpe?g|png|webp)$/i;
/** Small faces are part of the task. */
const limits = { ...defaultLimits, minSide: 16 };

/**
 * Runs the engine's own finder over all pictures of some folders, so that training sees the landmarks that the engine
 * will cut by. Writes one JSON line per picture: its file and, per face, 478 × (x, y, z) in pixels.
 */
export async function findFaces(folders: readonly string[], output: string): Promise<number> {
  const finder = await FaceFinder.load(await ModelStore.open());
  const lines = createWriteStream(output);
  let found = 0;
  for (const file of await picturesOf(folders)) {
    const { image } = await readPicture(file, limits);
    const faces = await finder.find(image);
    found += faces.length;
    const points = faces.map(({ landmarks }) => Array.from(landmarks, (value) => Math.round(value * 100) / 100));
    lines.write(`${JSON.stringify({ file, faces: points })}\n`);
  }
  await new Promise((resolve) => lines.end(resolve));
  await finder.close();
  return found;
}

async function picturesOf(folders: readonly string[]): Promise<string[]> {
  const listed = await Promise.all(
    folders.map(async (folder) => {
      const names = await readdir(folder).catch((cause: unknown) => {
        throw new UsageError(`The folder ${folder} cannot be opened. Check its name.`, { cause });
      });
      return names.filter((name) => PICTURES.test(name)).map((name) => path.join(folder, name));
    }),
  );
  return listed.flat().sort();
}
