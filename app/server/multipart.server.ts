import { Readable, type Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';

import { batchLimits } from '#contract/batch-limits';
import type { Refusal } from '#contract/rules';
import { formParser } from '#http/form-parser';
import type { BodyTooLarge } from '#http/limit-body';

import { IncompleteFormError, InvalidFileError } from './errors';
import type { FormFields } from './form.server';

/** Read or destroy `bytes`, otherwise parsing stalls. */
export interface IncomingFile {
  name: string;
  type: string;
  bytes: Readable;
}

/** Empty file inputs count as files. */
const limits = { files: 10 * batchLimits.photos, fields: 50, fieldSize: 10_000, fieldNameSize: 100 };

/** See `readFormWithFiles`. */
export async function readFormWithFile<T>(
  request: Request,
  receive: (file: IncomingFile, fields: FormFields) => Promise<T>,
): Promise<{ fields: FormFields; received: T | undefined }> {
  const { fields, received } = await readFormWithFiles(request, receive, 1);
  return { fields, received: received[0] };
}

/**
 * Streams each file to `receive` with the preceding fields. Skips empty file inputs; `excess` is the number of files
 * beyond `maxFiles`, which are skipped, too.
 * @throws IncompleteFormError for a malformed body, InvalidFileError if it is too large, and errors of `receive`
 */
export async function readFormWithFiles<T>(
  request: Request,
  receive: (file: IncomingFile, fields: FormFields) => Promise<T>,
  maxFiles: number | ((preceding: FormFields) => number),
): Promise<{ fields: FormFields; received: T[]; excess: number }> {
  const most = typeof maxFiles === 'number' ? () => maxFiles : maxFiles;
  const fields: FormFields = {};
  const receiving: Promise<T>[] = [];
  let excess = 0;
  try {
    const parser = formParser(request, limits);
    parser.on('field', (name, value) => (fields[name] = value));
    parser.on('file', (_field, bytes, name, _encoding, type) => {
      const isExcess = name !== '' && receiving.length >= most(fields);
      if (isExcess) excess++;
      if (!name || isExcess) return bytes.resume();
      const received = receive({ name, type, bytes }, { ...fields });
      receiving.push(received);
      received.catch((error: Error) => parser.destroy(error));
    });
    await parse(Readable.fromWeb(request.body as ReadableStream), parser, request.signal);
  } catch (error) {
    const settled = await Promise.allSettled(receiving);
    const isOfReceiver = settled.some((one) => one.status === 'rejected' && one.reason === error);
    if (isOfReceiver) throw error;
    request.signal.throwIfAborted();
    if (isTooLarge(error)) throw new InvalidFileError(tooLarge(error));
    if ((error as Error).name === 'TooManyParts') throw new InvalidFileError(tooMany);
    throw new IncompleteFormError({ cause: error });
  }
  return { fields, received: await Promise.all(receiving), excess };
}

/** `instanceof` fails: the builds of server and pages each contain a copy of the class. */
const isTooLarge = (error: unknown): error is BodyTooLarge =>
  error instanceof Error && error.name === ('BodyTooLarge' satisfies BodyTooLarge['name']);

const tooMany: Refusal = { error: 'too_large', message: `At most ${limits.files} files can be sent at once.` };

const tooLarge = ({ most }: BodyTooLarge): Refusal => ({
  error: 'too_large',
  message: `This is too large: at most ${most} can be sent here at once.`,
});

/** Drains the body after a failure: a browser that is cut off shows its own error, not our response. */
async function parse(form: Readable, parser: Writable, signal: AbortSignal): Promise<void> {
  form.once('error', (error) => parser.destroy(error));
  form.pipe(parser);
  try {
    await finished(parser, { signal });
  } catch (error) {
    form.unpipe(parser);
    parser.destroy();
    form.resume();
    await finished(form, { signal }).catch(() => form.destroy());
    throw error;
  }
}

export const isMultipart = (request: Request): boolean =>
  /^multipart\/form-data/i.test(request.headers.get('content-type') ?? '');
