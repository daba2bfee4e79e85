import { buffer } from 'node:stream/consumers';
import { readFile } from 'node:fs/promises';

import type { Output } from '#contract/calls';
import { faceConsent } from '#contract/index';
import { extensionOf, photoMaxBytes, refuseImageType, refuseSize } from '#contract/rules';

import { RefusedFileError } from '~/server/errors/refused-file-error';
import { redirectWithSnackbar } from '~/server/flash.server';
import { refuse } from '~/server/form.server';
import type { Api, RouteArgs, Visitor } from '~/server/guards.server';
import type { IncomingFile } from '~/server/multipart.server';

import type { Portrait } from '../samples';
import { portraitPath } from './material.server';

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

/** Adds the face of a form to the library; what the engine noticed is told on the page that follows. */
export async function addFace(
  fields: Record<string, string>,
  photo: string | File | undefined,
  { request }: RouteArgs,
  { api, session }: Visitor,
  nextPage: (faceId: string) => string,
) {
  const faults: Record<string, string> = {};
  if (!(photo instanceof File)) faults.photo = 'Choose a photo of the face first.';
  if (fields.consent !== 'true') faults.consent = faceConsent;
  if (!(photo instanceof File) || faults.consent) return refuse(fields, { fields: faults });
  const { face_id, warnings } = await api(
    'upload_face',
    { photo, consent: 'true' },
    { idempotencyKey: fields.key || undefined },
  );
  const message = ['Face added.', ...warnings.map((warning) => warning.message)].join(' ');
  return redirectWithSnackbar(nextPage(face_id), { color: 'success', message }, session, request);
}

/** Adds one of our own portraits: it shows nobody, so nobody's consent is missing. */
export async function addSampleFace(api: Api, portrait: Portrait): Promise<Output<'upload_face'>> {
  const photo = new File([await readFile(portraitPath(portrait))], `${portrait}.jpg`, { type: 'image/jpeg' });
  return api('upload_face', { photo, consent: 'true' });
}
