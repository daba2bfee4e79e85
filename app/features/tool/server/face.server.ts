import { buffer } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';

import type { Output } from '#contract/calls';
import { extensionOf, photoMaxBytes, refuseImageType, refuseSize } from '#contract/rules';

import { RefusedFileError } from '~/server/errors/refused-file-error';
import type { Api } from '~/server/guards.server';
import type { IncomingFile } from '~/server/multipart.server';

import type { Portrait } from '../samples';
import { samplePath } from './material.server';

/**
 * Reads a face photo whole, within the size a photo may have: it travels on in a form, and a retry sends it again.
 * @throws RefusedFileError
 */
export async function readFacePhoto({ name, type, bytes }: IncomingFile): Promise<File> {
  const wrongType = refuseImageType(extensionOf(name));
  if (wrongType) throw new RefusedFileError(wrongType);
  let size = 0;
  bytes.on('data', (chunk: Buffer) => {
    size += chunk.length;
    if (size > photoMaxBytes) bytes.destroy(new RefusedFileError(refuseSize(size)!));
  });
  const content = await buffer(bytes);
  const wrongSize = refuseSize(content.length);
  if (wrongSize) throw new RefusedFileError(wrongSize);
  return new File([content], name, { type });
}

/** Adds one of our own portraits: it shows nobody, so nobody's consent is missing. */
export async function addSampleFace(api: Api, portrait: Portrait): Promise<Output<'upload_face'>> {
  const photo = new File([await readFile(samplePath(portrait))], `${portrait}.jpg`, { type: 'image/jpeg' });
  return api('upload_face', { photo, consent: 'true' });
}
