import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { checkFields, formError, type FormFields } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { redirectWithSession } from '~/server/session.server';

import { addSampleFaces } from '~/features/tool/sample-faces.server';
import { toolPathFor } from '~/features/tool/tool-state.server';
import { leftOut, parsePhotoChoices, parsePhotos, type PhotoChoices } from '~/features/tool/photo-choices';

/** Photos without a person field are unusable. */
export async function createBatch({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const photos = parsePhotos(fields.photos);
  const chosen = parsePhotoChoices(Object.entries(fields), photos);
  if (!chosen.face) return formError(fields, { fields: { items: 'Choose a face first.' } });
  const { face = '' } = await addSampleFaces(api, { face: chosen.face });
  const checked = checkFields(calls.batch_create.input, {
    items: JSON.stringify(itemsOf(photos, { ...chosen, face })),
    ...(chosen.quality && { quality: chosen.quality }),
    consent: fields.consent ?? '',
  });
  if (!checked.success) return formError(fields, checked);
  const { batch_id } = await api('batch_create', checked.value, { idempotencyKey: fields.key });
  session.unset('unpaidSwap');
  return redirectWithSession(toolPathFor(request)({ batch: batch_id }), session, request);
}

function itemsOf(photos: string[], { face, persons }: PhotoChoices) {
  return photos.flatMap((material_id) => {
    const person = persons[material_id];
    return person && person !== leftOut ? [{ material_id, bind_face: { [person]: face } }] : [];
  });
}

export async function cancelBatch({ api }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const { batch_id } = await api('batch_cancel', { batch_id: fields.batch_id ?? '' });
  return redirect(toolPathFor(request)({ batch: batch_id }));
}
