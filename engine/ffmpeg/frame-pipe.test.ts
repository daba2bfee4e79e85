import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { FramePipe } from './frame-pipe';

const ringOf = (count: number, bytes: number) =>
  Array.from({ length: count }, () => new Uint8Array(new SharedArrayBuffer(bytes)));

test('bytes arrive as whole frames in a ring of buffers, and an incomplete last frame is dropped', async () => {
  const ring = ringOf(2, 4);
  const pipe = await FramePipe.open(ring);
  for (const piece of [[1], [2, 3, 4, 5, 6], [7, 8, 9, 10, 11, 12], [13]]) pipe.childEnd.write(Uint8Array.from(piece));
  pipe.childEnd.end();
  const frames: number[][] = [];
  for (let frame = await pipe.next(); frame; frame = await pipe.next()) {
    expect(frame).toBe(ring[frames.length % 2]);
    frames.push([...frame]);
  }
  expect(frames).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [9, 10, 11, 12],
  ]);
  expect(await pipe.next()).toBeUndefined();
  pipe.close();
});

test('a frame is not overwritten before the next one is requested', async () => {
  const bytes = 2 ** 20; // larger than a socket buffer
  const pipe = await FramePipe.open(ringOf(1, bytes));
  pipe.childEnd.write(new Uint8Array(bytes).fill(1));
  const second = new Promise<void>((resolve) => {
    pipe.childEnd.end(new Uint8Array(bytes).fill(2), resolve);
  });
  const first = await pipe.next();
  await new Promise((resolve) => setImmediate(resolve));
  expect(first!.every((byte) => byte === 1)).toBe(true);
  expect((await pipe.next())!.every((byte) => byte === 2)).toBe(true);
  await second;
  pipe.close();
});

test('concurrent pipes work although TMPDIR is too long for socket paths', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), `faceswap-test-${'long'.repeat(25)}-`));
  vi.stubEnv('TMPDIR', folder);
  const pipes = await Promise.all([1, 2].map(() => FramePipe.open(ringOf(1, 1))));
  vi.unstubAllEnvs();
  pipes.forEach((pipe, i) => pipe.childEnd.end(Uint8Array.of(i)));
  expect(await Promise.all(pipes.map(async (pipe) => [...(await pipe.next())!]))).toEqual([[0], [1]]);
  for (const pipe of pipes) pipe.close();
  rmdirSync(folder);
});

test('close resolves a pending read and removes the socket', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'faceswap-test-'));
  vi.stubEnv('TMPDIR', folder);
  const pipe = await FramePipe.open(ringOf(1, 4));
  vi.unstubAllEnvs();
  const waiting = pipe.next();
  const closed = once(pipe.childEnd, 'close');
  pipe.close();
  await closed;
  expect(await waiting).toBeUndefined();
  expect(readdirSync(folder)).toEqual([]);
  rmdirSync(folder);
});
