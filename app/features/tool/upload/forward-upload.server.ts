import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { extensionOf, kindOfType, refuseMediaType } from '#contract/rules';

import { sendFile } from '~/server/api/send-file.server';
import { environment } from '~/server/environment.server';
import { InvalidFileError } from '~/server/errors';
import { apiAddress, type Api, type RouteArgs } from '~/server/guards.server';
import type { IncomingFile } from '~/server/multipart.server';

import { samplePath, type Sample } from '~/features/tool/samples';

/**
 * Videos and GIFs are trimmed before detection.
 * @returns material_id
 * @throws InvalidFileError | ApiError | NetworkError | TimeoutError
 */
export async function forwardUpload(args: RouteArgs, api: Api, file: IncomingFile, size?: number): Promise<string> {
  const format = extensionOf(file.name);
  const refusal = refuseMediaType(format);
  if (refusal) throw new InvalidFileError(refusal);
  const { material_id, upload } = await api('upload_sign_url', { format, name: file.name, size });
  await sendFile(upload, file.bytes, { ...apiAddress(args.request, args.context), signal: args.request.signal });
  if (kindOfType(format) === 'photo') await api('upload_detect_create', { material_id });
  return material_id;
}

export async function uploadSample(args: RouteArgs, api: Api, sample: Sample): Promise<string> {
  const path = publicPath(samplePath(sample));
  const { size } = await stat(path);
  const name = samplePath(sample).split('/').at(-1)!;
  return forwardUpload(args, api, { name, type: '', bytes: createReadStream(path) }, size);
}

/** Built in production, the source in development. */
function publicPath(file: string): string {
  return join(environment.NODE_ENV === 'production' ? 'build/client' : 'public', file);
}
