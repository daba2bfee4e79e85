import { Readable } from 'node:stream';
import { AppError } from '#backend/domain/app-error';

const replaced = () => new AppError('conflict', { message: 'Another request sends this file, so this one was ended.' });

const receiving = new Map<string, Readable>();

/**
 * Each link reserves room for one file, so a newer request ends the one before: a client whose connection was lost sends
 * again before the server notices.
 */
export async function receiveOne(
  key: string,
  content: ReadableStream<Uint8Array> | null,
  receive: (body: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const body = content ? Readable.fromWeb(content as never) : Readable.from([]);
  receiving.get(key)?.destroy(replaced());
  receiving.set(key, body);
  try {
    await receive(body);
  } finally {
    if (receiving.get(key) === body) receiving.delete(key);
  }
}
