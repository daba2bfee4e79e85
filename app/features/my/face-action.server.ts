import { changeFace, isFace, isFaceChange } from '~/features/tool/faces/face-changes.server';
import { readFaceForm } from '~/features/tool/faces/face.server';
import { redirectWithSnackbar } from '~/server/flash.server';
import { formErrorFrom, unknownForm } from '~/server/form.server';
import { requireUser, type RouteArgs } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';

const done = {
  'add-photo': 'Photo added.',
  'choose-person': 'Person chosen.',
  rename: 'Name changed.',
  'delete-photo': 'Photo deleted.',
};

export async function faceAction(args: RouteArgs) {
  const visitor = await requireUser(args);
  const { request } = args;
  const form = await readFaceForm(request);
  if ('rejection' in form) return form.rejection;
  const { fields, upload: photo } = form;
  const { intent } = fields;
  try {
    if (!isFaceChange(intent)) return unknownForm(fields);
    const answer = await changeFace(visitor.api, intent, fields, photo);
    if (!isFace(answer)) return answer;
    const verdict = intent === 'add-photo' ? answer.photos.at(-1)?.verdict : null;
    const message = verdict ? `${done[intent]} ${verdict}.` : done[intent];
    const snackbar = { color: 'success', message } as const;
    return await redirectWithSnackbar(requestPath(request), snackbar, visitor.session, request);
  } catch (error) {
    return formErrorFrom(error, fields);
  } finally {
    await photo?.dispose();
  }
}
