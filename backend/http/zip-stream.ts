import { makeZip, predictLength } from 'client-zip';
import type { Readable } from 'node:stream';
import type { ZippedFile } from '#backend/domain/swap/zip-creations';
import type { Storage } from '#backend/providers/storage/port';

/** Without compression: pictures and videos are compressed already. */
export function zipStream(storage: Storage, files: ZippedFile[]): ReadableStream<Uint8Array> {
  return makeZip(new Entries(storage, files));
}

export const zipLength = (files: ZippedFile[]): bigint => predictLength(files);

/** Opens each file when the one before it is sent. */
class Entries implements AsyncIterableIterator<{ name: string; lastModified: Date; size: number; input: Readable }> {
  private next_ = 0;
  private opened: Readable | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly files: ZippedFile[],
  ) {}

  [Symbol.asyncIterator]() {
    return this;
  }

  async next() {
    this.opened?.destroy();
    const file = this.files[this.next_++];
    if (!file) return { done: true as const, value: undefined };
    const { key, name, size, changed } = file;
    const opened = await this.storage.open(key);
    if (!opened) throw new Error(`${key} was removed while it was being zipped.`);
    this.opened = opened.stream;
    return { done: false as const, value: { name, size, lastModified: changed, input: opened.stream } };
  }

  /** client-zip calls it when the client ends the download, and does not handle a rejection. */
  async throw() {
    this.next_ = this.files.length;
    this.opened?.destroy();
    return { done: true as const, value: undefined };
  }
}
