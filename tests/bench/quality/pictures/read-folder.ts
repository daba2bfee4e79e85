import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Engine } from '#engine';
import { readPicture } from '#engine/media/read-picture';
import { EngineError } from '#engine/errors';
import type { FaceView, MediaInput } from '#engine/types';
import { personOf, type Named } from './names';
import type { Descriptor, RecognitionNet } from './recognition-net';

export interface Picture extends Named {
  readonly media: MediaInput;
  /** Undefined where no face is found. */
  readonly seen?: { readonly face: FaceView; readonly descriptor: Descriptor };
}

export class FolderError extends Error {}

/** A clip is judged by these frames: percent of its length. */
const shares = [15, 50, 85];

/**
 * In order of names.
 * @throws FolderError for a folder without pictures, and for files that cannot be read
 */
export async function readFolder(folder: string, engine: Engine, net: RecognitionNet): Promise<Picture[]> {
  const files = await listFiles(folder);
  const pictures: Picture[] = [];
  const unreadable: string[] = [];
  for (const file of files) {
    try {
      for (const still of await stillsOf(path.join(folder, file), engine)) {
        const face = await faceIn(still.media, engine);
        const seen = face && { face, descriptor: await net.describe(face) };
        pictures.push({ ...still, person: personOf(file), seen });
      }
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      unreadable.push(`  ${file}: ${error.message}`);
    }
  }
  if (unreadable.length > 0)
    throw new FolderError([`Files in ${folder} that cannot be read; remove them:`, ...unreadable].join('\n'));
  const persons = new Set(pictures.filter(({ seen }) => seen).map(({ person }) => person));
  if (persons.size < 2) {
    throw new FolderError(
      `${folder} shows ${persons.size > 0 ? 'one person only' : 'no face'}. Add pictures of at least two persons, ` +
        'with the name of the person and a number as file name: ann-1.jpg, ann-2.jpg, ben-1.jpg.',
    );
  }
  return pictures;
}

/** Without hidden files and texts. */
async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((cause: unknown) => {
    throw new FolderError(`The folder ${folder} cannot be opened. Check its name.`, { cause });
  });
  const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const files = names.filter((name) => !/^\.|\.(md|txt|csv|json)$/i.test(name));
  if (files.length === 0)
    throw new FolderError(`The folder ${folder} contains no pictures. Put photos or clips there.`);
  return files.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

async function stillsOf(file: string, engine: Engine): Promise<{ name: string; media: MediaInput }[]> {
  const { name } = path.parse(file);
  const { kind, durationMs = 0 } = await engine.inspect(file, { kinds: ['photo', 'gif', 'video'] });
  if (kind === 'photo') return [{ name, media: file }];
  const stills = [];
  for (const share of shares) {
    const fromMs = Math.round((durationMs * share) / 100);
    const { jpeg } = await engine.still(file, 4096, { kinds: ['gif', 'video'], fromMs, toMs: durationMs });
    stills.push({ name: `${name}@${share}`, media: jpeg });
  }
  return stills;
}

/** Largest. */
export async function faceIn(media: MediaInput, engine: Engine): Promise<FaceView | undefined> {
  const { persons } = await engine.analyse(media);
  return persons.length > 0 ? { image: (await readPicture(media)).image, landmarks: persons[0].landmarks } : undefined;
}
