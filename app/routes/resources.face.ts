import type { ActionFunctionArgs } from '@remix-run/node';

import type { Output } from '#contract/calls';

import { changeFace, isFace, isFaceChange } from '~/features/tool/faces/face-changes.server';
import { readFaceForm, uploadFace } from '~/features/tool/faces/face.server';
import { sendingPage } from '~/features/tool/poll-task.server';
import { formErrorFrom, unknownForm, type FormError } from '~/server/form.server';
import { requireUser } from '~/server/guards.server';
import { requireSameOrigin } from '~/server/http/same-origin.server';

/** For the dialog; its plain forms go to pages. */
export async function action(args: ActionFunctionArgs): Promise<{ face: Output<'my_face'> } | FormError> {
  requireSameOrigin(args.request);
  const { api } = await requireUser(args, sendingPage(args.request));
  const form = await readFaceForm(args.request);
  if ('rejection' in form) return form.rejection;
  const { fields, upload: photo } = form;
  try {
    const { intent } = fields;
    if (intent !== 'add-face' && !isFaceChange(intent)) return unknownForm(fields);
    const answer =
      intent === 'add-face' ? await uploadFace(api, fields, photo) : await changeFace(api, intent, fields, photo);
    return isFace(answer) ? { face: answer } : answer;
  } catch (error) {
    return formErrorFrom(error, fields);
  } finally {
    await photo?.dispose();
  }
}
