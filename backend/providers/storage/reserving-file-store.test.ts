import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';

/** A disk that takes `bytes` in all, in writes of at most 1,000. */
async function storeOnDisk(bytes: number, code: string) {
  let free = bytes;
  const written: number[] = [];
  const write = async (_chunk: Uint8Array, _from: number, length: number, position: number) => {
    const bytesWritten = Math.min(length, 1_000, free);
    if (bytesWritten === 0) throw Object.assign(new Error(`${code}: write`), { code });
    free -= bytesWritten;
    written.push(position);
    return { bytesWritten };
  };
  vi.resetModules();
  vi.doMock('node:fs/promises', async (original) => ({
    ...(await original<object>()),
    open: async () => ({ write, close: async () => {} }),
  }));
  onTestFinished(() => {
    vi.doUnmock('node:fs/promises');
    vi.resetModules();
  });
  const { ReservingFileStore } = await import('./reserving-file-store');
  const { diskReserve } = await import('./disk-reserve');
  const folder = scratchFolder();
  const store = new ReservingFileStore(folder, diskReserve({ folder, bytes: 0 }));
  const chunks = Readable.from([Buffer.alloc(3_000)]);
  // As the library does: the stage must fail before the stream that it reads.
  const send = () => pipeline(chunks, new PassThrough(), (stream) => store.write(stream as Readable, 'a', 100));
  return { send, written };
}

test.each(['ENOSPC', 'EDQUOT'])('a piece during which the disk fills (%s) is refused for now', async (code) => {
  const { send } = await storeOnDisk(2_000, code);
  await expect(send()).rejects.toMatchObject({ status_code: 503 });
});

test('a piece is written from its offset on, also where the system writes less than asked', async () => {
  const { send, written } = await storeOnDisk(3_000, 'ENOSPC');
  expect(await send()).toBe(3_100);
  expect(written).toEqual([100, 1_100, 2_100]);
});
