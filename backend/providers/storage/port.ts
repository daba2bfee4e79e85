import type { Readable } from 'node:stream';
import type { DataStore } from '@tus/server';

export interface StoredFile {
  /** Bytes. */
  size: number;
  /** Hex. */
  sha256: string;
}

export interface OpenedFile {
  stream: Readable;
  /** Of the whole file, bytes. */
  size: number;
  /** First and last byte of the stream; both inclusive. */
  range: { start: number; end: number };
}

export interface WriteLink {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
}

/** Files that come in piece by piece, each under its key. */
export interface ResumableUploads {
  /** What has come in so far, for the tus protocol: its ids are `idOf(key)`. */
  dataStore: DataStore;
  idOf(key: string): string;
  /** Moves what is complete to its key, durably. */
  finish(key: string): Promise<StoredFile>;
}

/** The file would be larger than was allowed; nothing of it is kept. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  constructor(readonly maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
  }
}

/** There is no room left; nothing of the file is kept. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** How full the place is where files are kept, in bytes. */
export interface DiskSpace {
  free: number;
  /** Kept free: below this nothing more is taken in. */
  reserve: number;
}

/** Where files are kept. A file is whole under its key or not there at all; a stored file survives a power cut. */
export interface Storage {
  /**
   * Stores a stream under a key, replacing what was there. Throws FileTooLarge, StorageFull.
   * With `useReserve` the file may use the room that is kept free; only for what the system itself needs.
   */
  put(
    key: string,
    body: AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number; useReserve?: boolean },
  ): Promise<StoredFile>;
  diskSpace(): Promise<DiskSpace>;
  /** Throws StorageFull while nothing more is taken in. */
  assertDiskSpace(): Promise<void>;
  /** Null when there is no such file, or the range lies outside it. */
  open(key: string, range?: { start?: number; end?: number }): Promise<OpenedFile | null>;
  size(key: string): Promise<number | null>;
  /** Size and a validator that changes with the content (an HTTP entity tag without quotes); null when there is no such file. */
  stat(key: string): Promise<{ size: number; tag: string } | null>;
  /** With what has come in of it so far. Gone or never there: both are fine. */
  remove(...keys: string[]): Promise<void>;
  /** Every file below a folder of keys, in no order. */
  list(folder: string): AsyncIterable<{ key: string; changed: Date }>;
  /** Removes what uploads left that broke off before that moment, and empty folders; returns how many files. */
  clearAbandoned(before: Date): Promise<number>;
  /** Lends the file as a local path; it must not be changed, and is gone when the work is done. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** A link to read the file, good until `expires`; with `saveAs` a browser saves it under that name. */
  linkToRead(key: string, options: { expires: Date; saveAs?: string }): string;
  /** A link to send the file to, which binds size and type. */
  linkToWrite(key: string, options: { expires: Date; maxBytes: number; contentType: string }): WriteLink;
  /** A link to send the file to piece by piece, by the tus protocol. */
  linkToResume(key: string, options: { expires: Date; maxBytes: number }): string;
  resumable: ResumableUploads;
}
