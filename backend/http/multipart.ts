import { createWriteStream, openAsBlob } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Busboy, type BusboyFileStream, type BusboyHeaders } from '@fastify/busboy';
import { AppError } from '../domain/app-error';
import { FileTooLarge } from '../providers/storage/port';

export interface MultipartForm {
  /** Text fields as strings, files as Blobs that are read from disk. */
  fields: Record<string, string | Blob>;
  /** Removes the files. */
  dispose(): Promise<void>;
}

const limits = { files: 1, fields: 20, fieldSize: 65_536, fieldNameSize: 100, headerPairs: 20 };

/**
 * Reads a multipart form. Files go to temporary files while they arrive, so that memory does not grow with them.
 * @throws AppError `invalid_input` for a broken form, FileTooLarge
 */
export async function readMultipart(request: Request, maxFileBytes: number): Promise<MultipartForm> {
  const folder = await mkdtemp(join(tmpdir(), 'faceswap-form-'));
  const dispose = () => rm(folder, { recursive: true, force: true });
  try {
    return { fields: await parse(request, folder, maxFileBytes), dispose };
  } catch (cause) {
    await dispose();
    if (cause instanceof FileTooLarge || cause instanceof AppError) throw cause;
    if ((cause as NodeJS.ErrnoException).code === 'ENOSPC') throw cause;
    throw new AppError('invalid_input', { message: 'The form is broken or incomplete: send it again.', cause });
  }
}

async function parse(request: Request, folder: string, maxFileBytes: number): Promise<MultipartForm['fields']> {
  const fields: MultipartForm['fields'] = {};
  const files: Promise<void>[] = [];
  const parser = new Busboy({
    headers: Object.fromEntries(request.headers) as BusboyHeaders,
    limits: { ...limits, fileSize: maxFileBytes },
  });
  parser.on('field', (name, value) => (fields[name] = value));
  parser.on('file', (name, bytes, _filename, _encoding, type) => {
    const kept = keep(bytes, join(folder, String(files.length)), maxFileBytes).then(async (path) => {
      fields[name] = await openAsBlob(path, { type });
    });
    kept.catch((error: Error) => parser.destroy(error));
    files.push(kept);
  });
  await pipeline(Readable.fromWeb((request.body ?? new Blob().stream()) as never), parser, { signal: request.signal });
  await Promise.all(files);
  return fields;
}

async function keep(bytes: BusboyFileStream, path: string, maxFileBytes: number): Promise<string> {
  await pipeline(bytes, createWriteStream(path, { mode: 0o600 }));
  if (bytes.truncated) throw new FileTooLarge(maxFileBytes);
  return path;
}
