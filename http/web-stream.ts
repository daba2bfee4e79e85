import type { Readable } from 'node:stream';

/**
 * Destroys `readable` when it is cancelled. Node 20's `Readable.toWeb` ends the process when that happens while the stream
 * resumes: it hands on a chunk that was read before, to a stream that is closed.
 */
export function webStream(readable: Readable): ReadableStream<Uint8Array> {
  readable.on('error', () => {}); // the iterator throws it
  const chunks = readable[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  const source: UnderlyingDefaultSource<Uint8Array> = {
    async pull(controller) {
      const { done, value } = await chunks.next();
      if (done) controller.close();
      else controller.enqueue(value);
    },
    cancel: () => void readable.destroy(),
  };
  return new ReadableStream(source, { highWaterMark: 0 });
}
