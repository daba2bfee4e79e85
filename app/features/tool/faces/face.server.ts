import type { Output } from '#contract/calls';
import { faceConsent } from '#contract/index';
import { extensionOf, photoMaxBytes, refuseImageType, refuseSize } from '#contract/rules';

import { saveTempFile } from '#http/temp-file';

import { paths } from '~/lib/paths';
import { InvalidFileError } from '~/server/errors';
import { redirectWithSnackbar } from '~/server/flash.server';
import { formError, readFields, type FormError, type FormFields } from '~/server/form.server';
import type { Api, RouteArgs, Visitor } from '~/server/guards.server';
import { isMultipart, type IncomingFile } from '~/server/multipart.server';
import { readUploadForm, type UploadForm } from '~/server/upload-form.server';

/** Call `dispose` after the API call. */
export interface FacePhoto {
  file: File;
  dispose(): Promise<void>;
}

/**
 * Stores the photo on disk for retries.
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

/** Dispose the photo after the API call. */
export async function readFaceForm(request: Request): Promise<UploadForm<FacePhoto>> {
  if (isMultipart(request)) return readUploadForm(request, readFacePhoto);
  return { fields: await readFields(request), upload: undefined, uploads: [], excess: 0 };
}

export async function uploadFace(
  api: Api,
  fields: FormFields,
  photo: FacePhoto | undefined,
): Promise<Output<'upload_face'> | FormError> {
  const errors: FormFields = {};
  if (!photo) errors.photo = 'Choose a photo of the face first.';
  if (fields.consent !== 'true') errors.consent = faceConsent;
  if (!photo || errors.consent) return formError(fields, { fields: errors });
  const { name = '' } = fields;
  return api('upload_face', { photo: photo.file, name, consent: 'true' }, { idempotencyKey: fields.key || undefined });
}

/** If the photo shows several people, the next page asks which one. */
export async function addFace(
  { api, session }: Visitor,
  fields: FormFields,
  photo: FacePhoto | undefined,
  { request }: RouteArgs,
  nextPage: (faceId: string) => string,
) {
  const face = await uploadFace(api, fields, photo);
  if (!('face_id' in face)) return face;
  const { face_id, photos } = face;
  const { verdict, people } = photos[0]!;
  const next = nextPage(face_id);
  const target = people.length > 0 ? paths.myFace(face_id, next) : next;
  const message = verdict ? `Face added. ${verdict}.` : 'Face added.';
  return redirectWithSnackbar(target, { color: 'success', message }, session, request);
}
