import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { writeSession } from '~/server/session.server';

import { choicesQuery, parseChoices } from '~/features/tool/choices';
import { parseToolState, toolPathFor } from '~/features/tool/tool-state.server';

type Fields = Record<string, string>;

const maxReportLength = 2000;
/** A session is a cookie, and a cookie has room for no more. */
const maxReturnPathLength = 2000;

/** Sends the choice made for each person. */
export async function createSwap(fields: Fields, { request }: RouteArgs, { api, session }: Visitor) {
  const checked = checkFields(calls.faceswap_create.input, {
    material_id: fields.material_id ?? '',
    bind_face: JSON.stringify(parseChoices(Object.entries(fields))),
    consent: fields.consent ?? '',
  });
  if (!checked.success) return formError(fields, checked);
  const order = await api('faceswap_create', checked.value, { idempotencyKey: fields.key });
  session.unset('unpaidSwap');
  const headers = { 'set-cookie': await writeSession(session, request) };
  return redirect(toolPathFor(request)({ order: order.order_id }), { headers });
}

/** Leads to the same place with a still of what was chosen. */
export function showPreview(fields: Fields, { request }: RouteArgs) {
  const choices = parseChoices(Object.entries(fields));
  if (Object.keys(choices).length === 0) {
    return formError(fields, { fields: { bind_face: 'Choose a face for at least one person.' } });
  }
  const { material } = parseToolState(request);
  return redirect(toolPathFor(request)({ material, ...choicesQuery(choices), preview: '1' }));
}

/** Leads to where credits are had, and remembers everything that was chosen: the way back is shown once they are paid. */
export async function getCredits(fields: Fields, { request }: RouteArgs, { session }: Visitor) {
  const { material_id: material } = fields;
  const here = toolPathFor(request)({ material, ...choicesQuery(parseChoices(Object.entries(fields))) });
  session.set('unpaidSwap', here.length <= maxReturnPathLength ? here : toolPathFor(request)({ material }));
  return redirect(paths.pricing(), { headers: { 'set-cookie': await writeSession(session, request) } });
}

/** Passes on that something went wrong with a swap, with what we know of it and what its owner says. */
export async function reportSwap(fields: Fields, { request }: RouteArgs, { api, session }: Visitor) {
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
