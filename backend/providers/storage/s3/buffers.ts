import { StorageUnavailable } from '#backend/providers/storage/port';

/** Bytes. */
export const pieceBytes = 8 * 1024 * 1024;
/** But the last. */
export const minPartBytes = 5 * 1024 * 1024;
export const maxParts = 10_000;
const maxBufferedBytes = 256 * 1024 * 1024;
let buffered = 0;

export interface Piece {
  bytes: Buffer;
  isLast: boolean;
}

/**
 * Cuts a body into pieces; the last may be shorter, and an empty body is one empty piece. Bounds the memory of all bodies
 * of the process. `onError` gets the bytes that arrived before the body failed.
 */
export async function* inPieces(
  body: AsyncIterable<Uint8Array>,
  onError?: (bytes: Buffer) => Promise<void>,
): AsyncGenerator<Piece> {
  let chunks: Uint8Array[] = [];
  let size = 0;
  const take = () => {
    const bytes = Buffer.concat(chunks, size);
    chunks = [];
    return bytes;
  };
  const release = (to: number) => {
    buffered -= size - to;
    size = to;
  };
  try {
    for await (const chunk of body) {
      buffered += chunk.length;
      size += chunk.length;
      chunks.push(chunk);
      if (buffered > maxBufferedBytes) throw new StorageUnavailable('too many files are sent at once');
      if (size <= pieceBytes) continue;
      const all = take();
      let from = 0;
      for (; all.length - from > pieceBytes; from += pieceBytes) {
        yield { bytes: all.subarray(from, from + pieceBytes), isLast: false };
      }
      const rest = all.subarray(from);
      chunks = [Buffer.from(rest)];
      release(rest.length);
    }
    yield { bytes: take(), isLast: true };
  } catch (error) {
    if (size > 0 && onError && !(error instanceof StorageUnavailable)) await onError(take());
    throw error;
  } finally {
    release(0);
  }
}
