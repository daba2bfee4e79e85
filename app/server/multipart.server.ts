import { Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { Busboy, type BusboyHeaders } from '@fastify/busboy';

import { IncompleteFormError } from './errors';

/** A file on its way in: it has to be read or destroyed, or the rest of the form never comes. */
export interface IncomingFile {
  name: string;
  type: string;
  bytes: Readable;
}

type Fields = Record<string, string>;

const limits = { files: 4, fields: 50, fieldSize: 10_000, fieldNameSize: 100 };

/** Reads a form with one file; see `readForm`. Further files are not looked at. */
export async function readFormWithFile<T>(
  request: Request,
  receive: (file: IncomingFile, fields: Fields) => Promise<T>,
): Promise<{ fields: Fields; received: T | undefined }> {
  const { fields, received } = await readFormWithFiles(request, receive, 1);
  return { fields, received: received[0] };
}

/**
 * Reads a form as it arrives. Each file goes to `receive` while it is still being sent, never into memory as a whole,
 * together with the fields that came before it; the browser sends them in the order of the page.
 * File inputs left empty are skipped, and so are files past `most`.
 * @throws UnreadableFormError for a body that is no complete form, and whatever `receive` throws
 */
export async function readFormWithFiles<T>(
  request: Request,
  receive: (file: IncomingFile, fields: Fields) => Promise<T>,
  maxFiles: number,
): Promise<{ fields: Fields; received: T[] }> {
  const fields: Fields = {};
  const receiving: Promise<T>[] = [];
  try {
    const parser = new Busboy({ headers: Object.fromEntries(request.headers) as BusboyHeaders, limits });
    parser.on('field', (name, value) => (fields[name] = value));
    parser.on('file', (_field, bytes, name, _encoding, type) => {
      if (!name || receiving.length === maxFiles) return bytes.resume();
      const received = receive({ name, type, bytes }, { ...fields });
      receiving.push(received);
      // A failed receiver ends the parsing; it is reported below.
      received.catch(() => parser.destroy());
    });
    await parse(Readable.fromWeb(request.body as ReadableStream), parser, request.signal);
  } catch (error) {
    await Promise.all(receiving);
    request.signal.throwIfAborted();
    throw new IncompleteFormError({ cause: error });
  }
  return { fields, received: await Promise.all(receiving) };
}

/**
 * Feeds a form to its parser. When that gives up, the rest is read all the same, and thrown away: a browser that is cut
 * off while it sends shows an error of its own, never our answer.
 */
async function parse(form: Readable, parser: Writable, signal: AbortSignal): Promise<void> {
  form.once('error', (error) => parser.destroy(error));
  form.pipe(parser);
  try {
    await finished(parser, { signal });
  } catch (error) {
    form.unpipe(parser);
    form.resume();
    await finished(form, { signal }).catch(() => form.destroy());
    throw error;
  }
}

export const isMultipart = (request: Request): boolean =>
  Boolean(request.headers.get('content-type')?.startsWith('multipart/form-data'));
