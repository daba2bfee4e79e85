import { Busboy, type BusboyConfig, type BusboyHeaders } from '@fastify/busboy';
import type { Readable } from 'node:stream';

/** More files or fields than the limits. */
export class TooManyParts extends Error {
  override readonly name = 'TooManyParts';
}

/**
 * A parser of a multipart form, which may end at any byte and be destroyed at any time: by a client that leaves, or by a
 * reader that refuses. Read or destroy each file, otherwise parsing stalls. Fails with TooManyParts beyond the limits.
 * @throws Error for headers that are not those of a form
 */
export function formParser(
  { headers }: Request,
  limits: NonNullable<BusboyConfig['limits']>,
): InstanceType<typeof Busboy> {
  const parser = new Busboy({ headers: Object.fromEntries(headers) as BusboyHeaders, limits });
  let newest: Readable | undefined;
  parser.on('file', (_field, bytes) => {
    newest = bytes;
    // Its reader may not have begun, and a file that has failed would not end for it.
    bytes.on('error', (error) => bytes.destroy(error));
  });
  // The reader of a file that is cut off would wait for ever.
  parser.once('close', () => newest?.destroy(new Error('The form ended within this file.')));
  // Beyond its limits the parser skips parts, and may stall after a file that was read slowly.
  for (const event of ['filesLimit', 'fieldsLimit'] as const)
    parser.once(event, () => parser.destroy(new TooManyParts(event)));
  // No code may wait for the parser any more: without a listener, the error would end the process.
  parser.on('error', () => {});
  return parser;
}
