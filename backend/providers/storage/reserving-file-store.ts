import { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import type { DiskReserve } from './disk-reserve';
import { StorageFull } from './port';

/** What the tus server answers when a piece is cut off because the disk has filled up; its first bytes stay. */
const full = { status_code: 503, body: 'There is no room for more at the moment. Go on with this upload later.\n' };

/** Takes pieces in only while the disk's reserve is free. */
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
      throw isFull ? full : error;
    }
  }
}
