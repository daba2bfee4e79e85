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
  /** Its ids are `idOf(key)`. */
  dataStore: DataStore;
  idOf(key: string): string;
  /**
   * Stores what arrived as the file `to`, durably. It stays until `remove(key)`. Null if it was removed. Checks must read
   * `to`: what arrived may still be written again.
   */
  finish(key: string, to: string): Promise<StoredFile | null>;
  /** If clients send pieces to the store itself; when all are there, the next HEAD request completes the upload. */
  direct?: DirectPieces;
}

export interface DirectPieces {
  /** Of every piece but the last; bytes. */
  pieceBytes: number;
  /** Binds the position and the size; expires after an hour. Null if the upload has not begun, or ends before. */
  linkTo(key: string, piece: { offset: number; size: number; now: Date }): Promise<WriteLink | null>;
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

/** Of the disk, or of the quota of this process's user. */
export const isOutOfSpace = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT'].includes((error as NodeJS.ErrnoException).code ?? '');

/** The store does not respond, or refuses this site. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable';
}

const unavailable = { status_code: 503, body: 'The file store is not available. Resume this upload later.\n' };
/** The part's first bytes stay. */
export const diskFull = { status_code: 503, body: 'The server’s disk is full. Resume this upload later.\n' };

/** For work inside the tus server, which would respond 500 to an outage or a full disk. */
export async function in503<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StorageFull) throw diskFull;
    throw error instanceof StorageUnavailable ? unavailable : error;
  }
}

/** Bytes. */
export interface DiskSpace {
  free: number;
  /** Below this, new files (`media`) or the jobs of workers (`cache`) are refused. */
  reserve: number;
  use: 'media' | 'cache';
}

export interface PresignOptions {
  now: Date;
  /** From `now` on. */
  seconds: number;
  contentType: string;
  disposition: string;
  /** Browsers ask for it each time. Default: they keep it as long as the URL allows. */
  revalidates?: boolean;
}

/** A file is complete or absent; it survives a power cut. Every method may throw StorageUnavailable. */
export interface Storage {
  /** Replaces a file. `useReserve` is for system files. @throws FileTooLarge, StorageFull */
  put(
    key: string,
    body: AsyncIterable<Uint8Array>,
    options?: { maxBytes?: number; useReserve?: boolean },
  ): Promise<StoredFile>;
  diskSpace(): Promise<DiskSpace>;
  assertDiskSpace(): Promise<void>;
  /** Null if missing or out of range. */
  open(key: string, range?: { start?: number; end?: number }): Promise<OpenedFile | null>;
  size(key: string): Promise<number | null>;
  /** `tag`: without quotes, changes with the content. */
  stat(key: string): Promise<{ size: number; tag: string } | null>;
  /** Also incomplete uploads; ignores missing files. */
  remove(...keys: string[]): Promise<void>;
  /** All files without a folder. */
  list(folder?: string): AsyncIterable<{ key: string; changed: Date }>;
  /** Incomplete uploads and empty folders; returns the number of files. The signal ends it early. */
  clearAbandoned(before: Date, signal?: AbortSignal): Promise<number>;
  /** Valid until `work` resolves; do not change the file. */
  withLocalFile<T>(key: string, work: (path: string) => Promise<T>): Promise<T>;
  /** `saveAs`: download name. */
  linkToRead(key: string, options: { expires: Date; saveAs?: string }): string;
  /** The API checks the token for each request. */
  linkToShared(token: string, file: 'result' | 'poster'): string;
  /** Binds size and type. */
  linkToWrite(key: string, options: { expires: Date; maxBytes: number; contentType: string }): WriteLink;
  /** By tus. */
  linkToResume(key: string, options: { expires: Date; maxBytes: number }): string;
  resumable: ResumableUploads;
  /** If browsers read from the store itself. Null if the file is elsewhere; `isStable`: the same URL for a while. */
  presign?(key: string, options: PresignOptions): Promise<{ url: string; isStable: boolean } | null>;
  /** While media move from one storage to another. */
  moving?: { to: Storage; from: Storage };
}
