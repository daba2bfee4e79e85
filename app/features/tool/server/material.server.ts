import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';

import { extensionOf, refuseImageType } from '#contract/rules';

import { sendFile } from '~/server/api/send-file.server';
import { environment } from '~/server/environment.server';
import { RefusedFileError } from '~/server/errors/refused-file-error';
import { apiAddress, type Api, type RouteArgs } from '~/server/guards.server';
import type { IncomingFile } from '~/server/multipart.server';

import type { Portrait } from '../samples';

/**
 * Passes a photo on to storage while it is still coming in, and starts looking for faces.
 * @returns the material's id
 * @throws RefusedFileError | ApiError | NetworkError | TimeoutError
 */
export async function sendMaterial(args: RouteArgs, api: Api, file: IncomingFile, size?: number): Promise<string> {
  const format = extensionOf(file.name);
  const refusal = refuseImageType(format);
  if (refusal) throw new RefusedFileError(refusal);
  const { material_id, upload } = await api('upload_sign_url', { format, name: file.name, size });
  const body = Readable.toWeb(file.bytes) as ReadableStream;
  await sendFile(upload, body, { ...apiAddress(args.request, args.context), signal: args.request.signal });
  await api('upload_detect_create', { material_id });
  return material_id;
}

/** Takes one of our own pictures as the photo. */
export async function sendSample(args: RouteArgs, api: Api, portrait: Portrait): Promise<string> {
  const path = samplePath(portrait);
  const { size } = await stat(path);
  const file = { name: `${portrait}.jpg`, type: 'image/jpeg', bytes: createReadStream(path) };
  return sendMaterial(args, api, file, size);
}

/** Where a sample lies: among the built files, or among their sources while developing. */
export function samplePath(portrait: Portrait): string {
  return join(
    environment.NODE_ENV === 'production' ? 'build/client' : 'public',
    'samples/portraits',
    `${portrait}.jpg`,
  );
}
