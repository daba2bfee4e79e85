import type { FileHandle } from 'node:fs/promises';
import type { ByteSource } from '#shared/credentials/byte-source';

export async function fileSource(handle: FileHandle): Promise<ByteSource> {
  const { size } = await handle.stat();
  return {
    size,
    async read(start, length) {
      const bytes = new Uint8Array(length);
      for (let done = 0; done < length;) {
        const { bytesRead } = await handle.read(bytes, done, length - done, start + done);
        if (bytesRead === 0) throw new RangeError('The file ends too early.');
        done += bytesRead;
      }
      return bytes;
    },
  };
}
