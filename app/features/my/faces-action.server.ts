import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { addFace, readFaceForm } from '~/features/tool/faces/face.server';
import { isPortrait } from '~/features/tool/samples';
import {
  checkFields,
  formError,
  formErrorFrom,
  hasHandler,
  unknownForm,
  type FormError,
  type FormFields,
} from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { isMultipart } from '~/server/multipart.server';
import { requestPath } from '~/server/redirect-target';

import { faceListAction } from './list-action.server';

/** Keys are form intents. */
const handlers = {
  'sample-face': copySampleFace,
  pin,
} satisfies Record<string, (visitor: Visitor, fields: FormFields, args: RouteArgs) => Promise<Response | FormError>>;

export function facesAction(args: RouteArgs) {
  if (isMultipart(args.request)) return photoAction(args);
  return faceListAction(args, async (visitor, fields) => {
    if (fields.intent === 'add-face') return addFace(visitor, fields, undefined, args, () => requestPath(args.request));
    return hasHandler(handlers, fields.intent) ? handlers[fields.intent](visitor, fields, args) : unknownForm(fields);
  });
}

/** The form with a photo. */
async function photoAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const form = await readFaceForm(args.request);
  if ('rejection' in form) return form.rejection;
  const { fields, upload: photo } = form;
  try {
    if (fields.intent !== 'add-face') return unknownForm(fields);
    return await addFace(visitor, fields, photo, args, () => requestPath(args.request));
  } catch (error) {
    return formErrorFrom(error, fields);
  } finally {
    await photo?.dispose();
  }
}

async function copySampleFace({ api }: Visitor, fields: FormFields, args: RouteArgs) {
  if (!isPortrait(fields.sample)) return formError(fields, { message: 'Unknown sample.' });
  await api('upload_sample_face', { sample: fields.sample });
  return redirect(requestPath(args.request));
}

async function pin({ api }: Visitor, fields: FormFields, args: RouteArgs) {
  const checked = checkFields(calls.toped_face.input, fields);
  if (!checked.success) return formError(fields, { message: 'Choose the face to pin.' });
  await api('toped_face', checked.value);
  return redirect(requestPath(args.request));
}
