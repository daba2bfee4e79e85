import { faceConsent } from '#contract/index';
import { extensionOf, photoMaxBytes, refuseImageType, refuseSize } from '#contract/rules';

import { saveTempFile } from '#http/temp-file';

import { InvalidFileError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { formError } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import type { IncomingFile } from '~/server/multipart.server';

/** Call `dispose` after the API call. */
export interface FacePhoto {
  file: File;
  dispose(): Promise<void>;
}

/**
 * Stores the photo on disk, so that retries can send it again.
 * @throws InvalidFileError
 */
export async function readFacePhoto({ name, type, bytes }: IncomingFile): Promise<FacePhoto> {
  const wrongType = refuseImageType(extensionOf(name));
  if (wrongType) throw new InvalidFileError(wrongType);
  const { blob, dispose } = await saveTempFile(bytes, type, (size) => {
    if (size > photoMaxBytes) throw new InvalidFileError(refuseSize(size)!);
  });
  const wrongSize = refuseSize(blob.size);
  if (!wrongSize) return { file: new File([blob], name, { type }), dispose };
  await dispose();
  throw new InvalidFileError(wrongSize);
}

/** Shows the engine's warnings on the next page. */
export async function addFace(
  fields: Record<string, string>,
  photo: FacePhoto | undefined,
  { request }: RouteArgs,
  { api, session }: Visitor,
  nextPage: (faceId: string) => string,
) {
  const errors: Record<string, string> = {};
  if (!photo) errors.photo = 'Choose a photo of the face first.';
  if (fields.consent !== 'true') errors.consent = faceConsent;
  if (!photo || errors.consent) return formError(fields, { fields: errors });
  const { face_id, warnings } = await api(
    'upload_face',
    { photo: photo.file, consent: 'true' },
    { idempotencyKey: fields.key || undefined },
  );
  const message = ['Face added.', ...warnings.map((warning) => warning.message)].join(' ');
  return redirectWithSnackbar(nextPage(face_id), { color: 'success', message }, session, request);
}
