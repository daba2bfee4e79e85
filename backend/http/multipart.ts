import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { formParser, TooManyParts } from '#http/form-parser';
import { saveTempFile, type TempFile } from '#http/temp-file';
import { BodyTooLarge } from '#http/limit-body';
import { AppError } from '#backend/domain/app-error';
import { FileTooLarge, isOutOfSpace, StorageFull } from '#backend/providers/storage/port';

export interface MultipartForm {
  fields: Record<string, string | Blob>;
  dispose(): Promise<void>;
}

const tooMany = 'This form has several files, or more than 20 fields. Send one file in each form.';

const limits = { files: 1, fields: 20, fieldSize: 65_536, fieldNameSize: 100, headerPairs: 20 };

/**
 * Streams files to disk.
 * @throws AppError `invalid_input` for a broken form, FileTooLarge, BodyTooLarge, StorageFull
 */
export async function readMultipart(request: Request, maxFileBytes: number): Promise<MultipartForm> {
  const kept: Promise<TempFile>[] = [];
  const dispose = async () => {
    const settled = await Promise.allSettled(kept);
    await Promise.all(settled.map((file) => (file.status === 'fulfilled' ? file.value.dispose() : undefined)));
  };
  try {
    return { fields: await parse(request, kept, maxFileBytes), dispose };
  } catch (cause) {
    await dispose();
    if (cause instanceof FileTooLarge || cause instanceof BodyTooLarge) throw cause;
    if (isOutOfSpace(cause)) throw new StorageFull('no space left', { cause });
    if (cause instanceof TooManyParts) throw new AppError('invalid_input', { message: tooMany, cause });
    throw new AppError('invalid_input', { message: 'The form is broken or incomplete: send it again.', cause });
  }
}

async function parse(
  request: Request,
  kept: Promise<TempFile>[],
  maxFileBytes: number,
): Promise<MultipartForm['fields']> {
  const fields: MultipartForm['fields'] = {};
  const parser = formParser(request, { ...limits, fileSize: maxFileBytes });
  const naming: Promise<void>[] = [];
  parser.on('field', (name, value) => (fields[name] = value));
  parser.on('file', (name, bytes, _filename, _encoding, type) => {
    const file = saveTempFile(bytes, type);
    kept.push(file);
    const named = file.then(({ blob }) => {
      if (bytes.truncated) throw new FileTooLarge(maxFileBytes);
      fields[name] = blob;
    });
    named.catch((error: Error) => parser.destroy(error));
    naming.push(named);
  });
  await pipeline(Readable.fromWeb((request.body ?? new Blob().stream()) as never), parser, { signal: request.signal });
  await Promise.all(naming);
  return fields;
}
