import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import type { DiskReserve } from './disk-reserve';
import { diskFull, StorageFull } from './port';

export class ReservingFileStore extends FileStore {
  constructor(
    directory: string,
    private readonly reserve: DiskReserve,
  ) {
    super({ directory });
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    let isFull = false;
    const { reserve } = this;
    async function* guarded() {
      try {
        yield* reserve.guard(readable);
      } catch (error) {
        isFull = error instanceof StorageFull;
        throw error;
      }
    }
    try {
      return await super.write(Readable.from(guarded()), id, offset);
    } catch (error) {
      throw isFull ? diskFull : error;
    }
  }
}
