import { makeZip, predictLength } from 'client-zip';
import type { Readable } from 'node:stream';
import type { ZippedFile } from '#backend/domain/swap/zip-creations';
import type { Storage } from '#backend/providers/storage/port';

/** Text is made when it is sent, so its length is not known before. */
export interface ZippedText {
  name: string;
  changed: Date;
  text: () => Promise<string>;
}

export type ZipEntry = ZippedFile | ZippedText;

/** Without compression: pictures and videos are compressed already. */
export function zipStream(storage: Storage, files: ZipEntry[]): ReadableStream<Uint8Array> {
  return makeZip(new Entries(storage, files));
}

/** Null if a text makes it unknown. */
export function zipLength(files: ZipEntry[]): bigint | null {
  const known = files.filter((file): file is ZippedFile => 'size' in file);
  return known.length === files.length ? predictLength(known) : null;
}

interface SentEntry {
  name: string;
  lastModified: Date;
  size?: number;
  input: Readable | string;
}

/** Opens each file when the one before it is sent. */
class Entries implements AsyncIterableIterator<SentEntry> {
  private next_ = 0;
  private opened: Readable | undefined;

  constructor(
    private readonly storage: Storage,
    private readonly files: ZipEntry[],
  ) {}

  [Symbol.asyncIterator]() {
    return this;
  }

  async next() {
    this.opened?.destroy();
    const file = this.files[this.next_++];
    if (!file) return { done: true as const, value: undefined };
    const { name, changed } = file;
    if ('text' in file)
      return { done: false as const, value: { name, lastModified: changed, input: await file.text() } };
    const { key, size } = file;
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
