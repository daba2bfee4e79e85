import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { addFace, addSampleFace, readFacePhoto, type FacePhoto } from '~/features/tool/faces/face.server';
import { isPortrait } from '~/features/tool/samples';
import { checkFields, readFields, formError, formErrorFrom } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { isMultipart, readFormWithFile } from '~/server/multipart.server';
import { requestPath } from '~/server/redirect-target';

import { deleteByForm } from './delete.server';

type Intent = 'add-face' | 'sample-face' | 'pin' | 'delete';
type Fields = Record<string, string>;

/** Carries out a form of the library of faces; a refused one is answered on the page it came from. */
export async function facesAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const fields: Fields = {};
  let photo: FacePhoto | undefined;
  try {
    photo = await readForm(fields, args.request);
    return await dispatch(fields, photo, args, visitor);
  } catch (error) {
    return formErrorFrom(error, fields);
  } finally {
    await photo?.dispose();
  }
}

/** Reads the form into `fields`, which keep what came before a photo was refused. */
async function readForm(fields: Fields, request: Request): Promise<FacePhoto | undefined> {
  if (!isMultipart(request)) {
    Object.assign(fields, await readFields(request));
    return undefined;
  }
  const form = await readFormWithFile(request, (file, before) => {
    Object.assign(fields, before);
    return readFacePhoto(file);
  });
  Object.assign(fields, form.fields);
  return form.received;
}

async function dispatch(fields: Fields, photo: FacePhoto | undefined, args: RouteArgs, visitor: Visitor) {
  const page = requestPath(args.request);
  const intent = fields.intent as Intent;
  switch (intent) {
    case 'add-face':
      return addFace(fields, photo, args, visitor, () => page);
    case 'sample-face':
      if (!isPortrait(fields.sample)) return formError(fields, { message: 'There is no such sample.' });
      await addSampleFace(visitor.api, fields.sample);
      return redirect(page);
    case 'pin': {
      const checked = checkFields(calls.toped_face.input, fields);
      if (!checked.success) return formError(fields, { message: 'Choose the face to pin.' });
      await visitor.api('toped_face', checked.value);
      return redirect(page);
    }
    case 'delete':
      return deleteByForm('del_face', fields, args, visitor);
    default:
      intent satisfies never;
      return formError(fields, { message: 'This form is unknown here. Reload the page and try again.' });
  }
}
