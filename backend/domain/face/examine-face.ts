import { Readable } from 'node:stream';
import type { Engine } from '#engine';
import type { FaceExamination, JobPayloads } from '../../jobs/port';
import type { Deps } from '../context';
import { photoLimits, refusalOf } from '../engine-refusal';

// Enough for the largest face an atlas can use.
const keptWidth = 2048;

interface Work extends Pick<Deps, 'storage'> {
  engine: Engine;
  signal: AbortSignal;
}

/** Looks at a face photo: keeps a clean copy and a thumbnail of the face, and says what to expect of it. */
export async function examineFace(
  { storage, engine, signal }: Work,
  files: JobPayloads['examine_face'],
): Promise<FaceExamination> {
  try {
    return await storage.withLocalFile(files.file_key, async (path) => {
      const options = { limits: photoLimits, signal };
      const source = await engine.prepare([path], options);
      const photo = await engine.still(path, keptWidth, options);
      await storage.put(files.photo_key, Readable.from([photo.jpeg]));
      await storage.put(files.thumb_key, Readable.from([source.thumbnail]));
      return { width: photo.width, height: photo.height, warnings: source.warnings.map((warning) => ({ ...warning })) };
    });
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return refusal;
  }
}
