import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { changeFace, isFace } from '~/features/tool/faces/face-changes.server';
import { addFace, readFaceForm, type FacePhoto } from '~/features/tool/faces/face.server';
import { isPortrait } from '~/features/tool/samples';
import { checkFields, formError, formErrorFrom, type FormError, type FormFields } from '~/server/form.server';
import { requireUser, type RouteArgs, type Visitor } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';

import { deleteFace } from './delete-face.server';

interface Submission {
  fields: FormFields;
  photo: FacePhoto | undefined;
  args: RouteArgs;
  visitor: Visitor;
}

/** Keys are form intents. */
const handlers = {
  'add-face': ({ fields, photo, args, visitor }) =>
    addFace(fields, photo, args, visitor, () => requestPath(args.request)),
  'sample-face': copySampleFace,
  pin,
  rename,
  delete: ({ fields, args, visitor }) => deleteFace(fields, args, visitor),
} satisfies Record<string, (submission: Submission) => Promise<Response | FormError>>;

const isIntent = (intent = ''): intent is keyof typeof handlers => Object.hasOwn(handlers, intent);

export async function facesAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const form = await readFaceForm(args.request);
  if ('rejection' in form) return form.rejection;
  const { fields, upload: photo } = form;
  try {
    if (!isIntent(fields.intent)) {
      return formError(fields, { message: 'Unknown form. Reload the page and try again.' });
    }
    return await handlers[fields.intent]({ fields, photo, args, visitor });
  } catch (error) {
    return formErrorFrom(error, fields);
  } finally {
    await photo?.dispose();
  }
}

async function copySampleFace({ fields, args, visitor }: Submission) {
  if (!isPortrait(fields.sample)) return formError(fields, { message: 'Unknown sample.' });
  await visitor.api('upload_sample_face', { sample: fields.sample });
  return redirect(requestPath(args.request));
}

async function rename({ fields, args, visitor }: Submission) {
  const answer = await changeFace(visitor.api, 'rename', fields);
  return isFace(answer) ? redirect(requestPath(args.request)) : answer;
}

async function pin({ fields, args, visitor }: Submission) {
  const checked = checkFields(calls.toped_face.input, fields);
  if (!checked.success) return formError(fields, { message: 'Choose the face to pin.' });
  await visitor.api('toped_face', checked.value);
  return redirect(requestPath(args.request));
}
