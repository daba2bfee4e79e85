import { Readable } from 'node:stream';
import { AppError } from '#backend/domain/app-error';

const replaced = () => new AppError('conflict', { message: 'Another request sends this file, so this one was ended.' });

const expired = () =>
  new AppError('expired', {
    message: 'The upload took longer than its link is valid. Request a new one and send again.',
  });

const receiving = new Map<string, Readable>();

/**
 * Each link reserves room for one file, so a newer request ends the one before: a client whose connection was lost sends
 * again before the server notices. The room is reserved until the link expires, which ends the request, too.
 */
export async function receiveOne(
  { key, validMs }: { key: string; validMs: number },
  content: ReadableStream<Uint8Array> | null,
  receive: (body: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const body = content ? Readable.fromWeb(content as never) : Readable.from([]);
  body.on('error', () => {}); // `receive` may not read yet; it finds the error when it does
  receiving.get(key)?.destroy(replaced());
  receiving.set(key, body);
  const expiry = setTimeout(() => body.destroy(expired()), validMs);
  try {
    await receive(body);
  } finally {
    clearTimeout(expiry);
    if (receiving.get(key) === body) receiving.delete(key);
  }
}
