import { StorageUnavailable } from '#backend/providers/storage/port';

/** Bytes. */
export const pieceBytes = 8 * 1024 * 1024;
/** But the last. */
export const minPartBytes = 5 * 1024 * 1024;
export const maxParts = 10_000;
const maxBufferedBytes = 256 * 1024 * 1024;
let buffered = 0;

interface Held {
  chunks: Uint8Array[];
  size: number;
  isDropped: boolean;
}

/** Those that wait for bytes, in the order in which their pieces began. */
const waiting = new Set<Held>();

function keep(held: Held, bytes: number): void {
  buffered += bytes - held.size;
  held.size = bytes;
}

/** Slow senders cannot hold the memory: the pieces that began first make room. */
function makeRoom(held: Held): void {
  for (const oldest of waiting) {
    if (buffered <= maxBufferedBytes) return;
    waiting.delete(oldest);
    oldest.chunks = [];
    oldest.isDropped = true;
    keep(oldest, 0);
    if (oldest === held) return;
  }
}

function assertHeld({ isDropped }: Held): void {
  if (isDropped) throw new StorageUnavailable('too many files are sent at once');
}

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
  const held: Held = { chunks: [], size: 0, isDropped: false };
  const take = () => {
    waiting.delete(held);
    const bytes = Buffer.concat(held.chunks, held.size);
    held.chunks = [];
    return bytes;
  };
  try {
    for await (const chunk of body) {
      assertHeld(held);
      keep(held, held.size + chunk.length);
      held.chunks.push(chunk);
      waiting.add(held);
      makeRoom(held);
      assertHeld(held);
      if (held.size <= pieceBytes) continue;
      const all = take();
      let from = 0;
      for (; all.length - from > pieceBytes; from += pieceBytes) {
        yield { bytes: all.subarray(from, from + pieceBytes), isLast: false };
      }
      const rest = all.subarray(from);
      held.chunks = [Buffer.from(rest)];
      keep(held, rest.length);
      waiting.add(held);
    }
    assertHeld(held);
    yield { bytes: take(), isLast: true };
  } catch (error) {
    if (held.size > 0 && onError && !(error instanceof StorageUnavailable)) await onError(take());
    throw error;
  } finally {
    waiting.delete(held);
    keep(held, 0);
  }
}
