import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

export interface TempFile {
  /** On disk; invalid after dispose(). */
  blob: Blob;
  dispose(): Promise<void>;
}

/** Rejects and cleans up if the stream or `check`, called with the bytes so far, fails. */
export async function saveTempFile(
  bytes: Readable,
  type: string,
  check: (bytesSoFar: number) => void = () => {},
): Promise<TempFile> {
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-form-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    const path = join(folder, 'file');
    await pipeline(bytes, counted(check), createWriteStream(path, { mode: 0o600 }));
    return { blob: await openAsBlob(path, { type }), dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}

function counted(check: (bytesSoFar: number) => void): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      try {
        check(size);
        done(null, chunk);
      } catch (error) {
        done(error as Error);
      }
    },
  });
}
