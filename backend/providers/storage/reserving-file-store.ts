import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { FileStore } from '@tus/file-store';
import type { DiskReserve } from './disk-reserve';
import { diskFull, isOutOfSpace, StorageFull } from './port';

/** The library's own store reports each failed write as an aborted request. */
export class ReservingFileStore extends FileStore {
  constructor(
    private readonly folder: string,
    private readonly reserve: DiskReserve,
  ) {
    super({ directory: folder });
  }

  override async write(readable: Readable, id: string, offset: number): Promise<number> {
    // If the stream ended before this, the library would take it for a client that left.
    const chunks = readable.iterator({ destroyOnReturn: false });
    const file = await open(join(this.folder, id), 'r+');
    try {
      let position = offset;
      for await (const chunk of this.reserve.guard(chunks as AsyncIterable<Uint8Array>)) {
        for (let from = 0; from < chunk.length;) {
          const { bytesWritten } = await file.write(chunk, from, chunk.length - from, position);
          from += bytesWritten;
          position += bytesWritten;
        }
      }
      return position;
    } catch (error) {
      throw error instanceof StorageFull || isOutOfSpace(error) ? diskFull : error;
    } finally {
      await file.close();
    }
  }
}
