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
  range: { start: number; end: number };
}

export interface WriteLink {
  url: string;
  method: 'PUT';
  headers: Record<string, string>;
}

/** By tus. */
export interface ResumableUploads {
  /** For the tus server; its ids are `idOf(key)`. */
  dataStore: DataStore;
  idOf(key: string): string;
  /** Durably. */
  finish(key: string): Promise<StoredFile>;
}

/** Nothing was stored. */
export class FileTooLarge extends Error {
  override readonly name = 'FileTooLarge';
  constructor(readonly maxBytes: number) {
    super(`more than ${maxBytes} bytes`);
  }
}

/** Nothing was stored. */
export class StorageFull extends Error {
  override readonly name = 'StorageFull';
}

/** Disk space, bytes. */
export interface DiskSpace {
  free: number;
  /** New files are refused below this. */
  reserve: number;
}

/** A file is complete under its key or absent; it survives a power cut. */
export interface Storage {
  /** Replaces an earlier file. `useReserve` is for the system's own files. @throws FileTooLarge, StorageFull */
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
  /** `tag`: entity tag without quotes, changes with the content. */
  stat(key: string): Promise<{ size: number; tag: string } | null>;
  /** Also removes incomplete uploads; missing files are ignored. */
  remove(...keys: string[]): Promise<void>;
  /** Unordered. */
  list(folder: string): AsyncIterable<{ key: string; changed: Date }>;
  /** Incomplete uploads older than this, and empty folders; returns the number of files. */
  clearAbandoned(before: Date): Promise<number>;
  /** The path is valid until `work` resolves; the file must not be changed. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** With `saveAs` browsers download it under that name. */
  linkToRead(key: string, options: { expires: Date; saveAs?: string }): string;
  /** Of a shared result: the API checks the token for each request. */
  linkToShared(token: string, file: 'result' | 'poster'): string;
  /** Binds size and type. */
  linkToWrite(key: string, options: { expires: Date; maxBytes: number; contentType: string }): WriteLink;
  /** By tus. */
  linkToResume(key: string, options: { expires: Date; maxBytes: number }): string;
  resumable: ResumableUploads;
}
