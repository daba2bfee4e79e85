import { mkdir, statfs as statfsOfDisk } from 'node:fs/promises';
import { StorageFull, type DiskSpace } from './port';

const megabyte = 1024 * 1024;
const gigabyte = 1024 * megabyte;
/** Overshoot of each concurrent stream. */
const checkEveryBytes = 8 * megabyte;

type Statfs = (path: string) => Promise<{ blocks: number; bavail: number; bsize: number }>;

interface Options {
  folder: string;
  /** Default: 2 GB or 5 %, whichever is more, at most a quarter. */
  bytes?: number | undefined;
  /** 0 to 1. */
  share?: number;
  use?: DiskSpace['use'];
  statfs?: Statfs;
}

/** PostgreSQL shares the disk and stops when it cannot write. */
export interface DiskReserve {
  diskSpace(): Promise<DiskSpace>;
  assertDiskSpace(): Promise<void>;
  /** Throws StorageFull below the reserve. */
  guard(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array>;
}

export function reserveOf(diskBytes: number): number {
  return Math.min(Math.max(2 * gigabyte, diskBytes * 0.05), diskBytes * 0.25);
}

export function diskReserve(options: Options): DiskReserve {
  const { folder, bytes, share = 1, use = 'media', statfs = statfsOfDisk } = options;

  async function diskSpace(): Promise<DiskSpace> {
    await mkdir(folder, { recursive: true });
    const { blocks, bavail, bsize } = await statfs(folder);
    return { free: bavail * bsize, reserve: Math.round((bytes ?? reserveOf(blocks * bsize)) * share), use };
  }

  async function assertDiskSpace(): Promise<void> {
    const { free, reserve } = await diskSpace();
    if (free < reserve) throw new StorageFull(`${inMegabytes(free)} free, ${inMegabytes(reserve)} reserved`);
  }

  async function* guard(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    await assertDiskSpace();
    let sinceCheck = 0;
    for await (const chunk of body) {
      sinceCheck += chunk.length;
      if (sinceCheck >= checkEveryBytes) {
        await assertDiskSpace();
        sinceCheck = 0;
      }
      yield chunk;
    }
  }

  return { diskSpace, assertDiskSpace, guard };
}

const inMegabytes = (bytes: number) => `${Math.floor(bytes / megabyte).toLocaleString('en')} MB`;
