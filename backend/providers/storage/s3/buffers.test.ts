import { expect, test } from 'vitest';
import { StorageUnavailable } from '#backend/providers/storage/port';
import { inPieces, pieceBytes, type Piece } from './buffers';

const stalledBytes = pieceBytes - 1024;
const chunk = new Uint8Array(stalledBytes);

async function piecesOf(body: AsyncIterable<Uint8Array>): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const piece of inPieces(body)) pieces.push(piece);
  return pieces;
}

/** Sends one chunk, then waits. */
function stalledBody() {
  let go = () => {};
  let wait = () => {};
  const going = new Promise<void>((resolve) => (go = resolve));
  const waiting = new Promise<void>((resolve) => (wait = resolve));
  async function* body() {
    yield chunk;
    wait();
    await going;
    yield new Uint8Array(1);
  }
  return { read: piecesOf(body()), waiting, go };
}

async function* file(bytes: number) {
  for (let from = 0; from < bytes; from += 65_536) yield new Uint8Array(Math.min(65_536, bytes - from));
}

test('bodies that stall make room for those that arrive, the oldest first', async () => {
  const stalled = Array.from({ length: 32 }, stalledBody);
  await Promise.all(stalled.map(({ waiting }) => waiting));
  const pieces = await piecesOf(file(2 * pieceBytes + 5));
  expect(pieces.map(({ bytes, isLast }) => [bytes.length, isLast])).toEqual([
    [pieceBytes, false],
    [pieceBytes, false],
    [5, true],
  ]);
  for (const { go } of stalled) go();
  const ends = await Promise.allSettled(stalled.map(({ read }) => read));
  expect(ends[0]).toMatchObject({ status: 'rejected', reason: expect.any(StorageUnavailable) });
  const kept = ends.filter(({ status }) => status === 'fulfilled');
  expect(kept.length).toBeGreaterThanOrEqual(30);
});
