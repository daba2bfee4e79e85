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
  /** Size of the whole file, bytes. */
  size: number;
  /** First and last byte of the stream; both inclusive. */
  range: { start: number; end: number };
}

export interface WriteLink {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
}

/** Files uploaded in parts (tus). */
export interface ResumableUploads {
  /** Incomplete files, for the tus server; its ids are `idOf(key)`. */
  dataStore: DataStore;
  idOf(key: string): string;
  /** Moves a complete file to its key, durably. */
  finish(key: string): Promise<StoredFile>;
}

/** The file exceeds its limit; nothing was stored. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  constructor(readonly maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
  }
}

/** The disk is full; nothing was stored. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** Disk space, bytes. */
export interface DiskSpace {
  free: number;
  /** New files are refused below this. */
  reserve: number;
}

/** File storage. A file is complete under its key or absent; a stored file survives a power cut. */
export interface Storage {
  /**
   * Stores a stream under a key, replacing an earlier file. With `useReserve` the write may use reserved space; only
   * for the system's own files.
   * @throws FileTooLarge, StorageFull
   */
  put(
    key: string,
    body: AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number; useReserve?: boolean },
  ): Promise<StoredFile>;
  diskSpace(): Promise<DiskSpace>;
  assertDiskSpace(): Promise<void>;
  /** Null for a missing file or a range outside it. */
  open(key: string, range?: { start?: number; end?: number }): Promise<OpenedFile | null>;
  size(key: string): Promise<number | null>;
  /** Size, and an entity tag (without quotes) that changes with the content; null for a missing file. */
  stat(key: string): Promise<{ size: number; tag: string } | null>;
  /** Also removes incomplete uploads; missing files are ignored. */
  remove(...keys: string[]): Promise<void>;
  /** Every file below a folder, unordered. */
  list(folder: string): AsyncIterable<{ key: string; changed: Date }>;
  /** Removes incomplete uploads older than this and empty folders; returns the number of files. */
  clearAbandoned(before: Date): Promise<number>;
  /** Calls `work` with a local path, valid until it resolves; the file must not be changed. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** Link to read the file; with `saveAs` browsers download it under that name. */
  linkToRead(key: string, options: { expires: Date; saveAs?: string }): string;
  /** Link to upload the file; binds size and type. */
  linkToWrite(key: string, options: { expires: Date; maxBytes: number; contentType: string }): WriteLink;
  /** Link to upload the file in parts (tus). */
  linkToResume(key: string, options: { expires: Date; maxBytes: number }): string;
  resumable: ResumableUploads;
}
