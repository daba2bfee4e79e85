import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, type FormFields } from '~/server/form.server';
import { ApiError } from '~/server/errors';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { keepUnpaidSwap, redirectWithSession } from '~/server/session.server';

import { choicesQuery, noFaceChosen, parseChoices } from '~/features/tool/choices';
import { addSampleFaces } from '~/features/tool/sample-faces.server';
import { parseToolState, placeOfForm, toolPathFor } from '~/features/tool/tool-state.server';

/** UTF-16 units: as many as the field takes. */
const maxReportLength = 4000;

export async function createSwap({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const checked = checkFields(calls.faceswap_create.input, {
    material_id: fields.material_id ?? '',
    bind_face: JSON.stringify(await addSampleFaces(api, parseChoices(Object.entries(fields)))),
    ...(fields.quality && { quality: fields.quality }),
    ...(fields.trim_interval && { trim_interval: fields.trim_interval }),
    consent: fields.consent ?? '',
  });
  if (!checked.success) return formError(fields, checked);
  try {
    const order = await api('faceswap_create', checked.value, { idempotencyKey: fields.key });
    session.unset('unpaidSwap');
    return await redirectWithSession(toolPathFor(request)({ order: order.order_id }), session, request);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error;
    // Another part was chosen elsewhere. Unlike a refused form, the page that is led to loads its persons and price.
    const here = toolPathFor(request)(placeOfForm(fields, request));
    return redirectWithSnackbar(here, { color: 'error', message: error.message }, session, request);
  }
}

export async function showPreview({ api }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const choices = parseChoices(Object.entries(fields));
  if (Object.keys(choices).length === 0) {
    return formError(fields, { fields: { bind_face: noFaceChosen } });
  }
  const { material } = parseToolState(request);
  const added = await addSampleFaces(api, choices);
  return redirect(toolPathFor(request)({ material, ...choicesQuery(added), quality: fields.quality, preview: '1' }));
}

/** The session keeps the swap until after payment. */
export async function getCredits({ session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const here = toolPathFor(request)(placeOfForm(fields, request));
  const withoutChoices = toolPathFor(request)({ material: fields.material_id });
  keepUnpaidSwap(session, here, withoutChoices);
  return redirectWithSession(paths.pricing(), session, request);
}

export async function notifyByMail({ api }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const { order_id = '', by_mail = '' } = fields;
  const checked = checkFields(calls.faceswap_notify.input, { order_id, by_mail });
  if (!checked.success) return formError(fields, { message: 'Unknown swap. Reload the page and try again.' });
  try {
    await api('faceswap_notify', checked.value);
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'conflict')) throw error; // the swap has ended
  }
  return redirect(toolPathFor(request)({ order: order_id }));
}

export async function reportSwap({ api, session }: Visitor, fields: FormFields, { request }: RouteArgs) {
  const { order_id = '', words = '' } = fields;
  const { task_id, status, error, order } = await api('faceswap_result', { order_id });
  const report = {
    order_id,
    task_id,
    kind: order.kind,
    status,
    error: error?.error ?? null,
    words: words.slice(0, maxReportLength),
  };
  await api('feedback_failed_event', { type: `swap_${status}`, input_data: JSON.stringify(report) });
  const message = 'Thank you. We have your report and will look into it.';
  const target = toolPathFor(request)({ order: order_id });
  return redirectWithSnackbar(target, { color: 'success', message }, session, request);
}
