import { redirect } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, refuse } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { writeSession } from '~/server/session.server';

import { choicesQuery, readChoices } from '~/features/tool/choices';
import { placeOf, toolOf } from '~/features/tool/tool-state.server';

type Fields = Record<string, string>;

const mostWords = 2000;
/** A session is a cookie, and a cookie has room for no more. */
const longestPlace = 2000;

/** Sends the choice made for each person. */
export async function createSwap(fields: Fields, { request }: RouteArgs, { api, session }: Visitor) {
  const checked = checkFields(calls.faceswap_create.input, {
    material_id: fields.material_id ?? '',
    bind_face: JSON.stringify(readChoices(Object.entries(fields))),
    consent: fields.consent ?? '',
  });
  if (!checked.success) return refuse(fields, checked);
  const order = await api('faceswap_create', checked.value, { idempotencyKey: fields.key });
  session.unset('unpaidSwap');
  const headers = { 'set-cookie': await writeSession(session, request) };
  return redirect(toolOf(request)({ order: order.order_id }), { headers });
}

/** Leads to the same place with a still of what was chosen. */
export function showPreview(fields: Fields, { request }: RouteArgs) {
  const choices = readChoices(Object.entries(fields));
  if (Object.keys(choices).length === 0) {
    return refuse(fields, { fields: { bind_face: 'Choose a face for at least one person.' } });
  }
  const { material } = placeOf(request);
  return redirect(toolOf(request)({ material, ...choicesQuery(choices), preview: '1' }));
}

/** Leads to where credits are had, and remembers everything that was chosen: the way back is shown once they are paid. */
export async function getCredits(fields: Fields, { request }: RouteArgs, { session }: Visitor) {
  const { material_id: material } = fields;
  const here = toolOf(request)({ material, ...choicesQuery(readChoices(Object.entries(fields))) });
  session.set('unpaidSwap', here.length <= longestPlace ? here : toolOf(request)({ material }));
  return redirect(paths.pricing(), { headers: { 'set-cookie': await writeSession(session, request) } });
}

/** Passes on that something went wrong with a swap, with what we know of it and what its owner says. */
export async function reportSwap(fields: Fields, { request }: RouteArgs, { api, session }: Visitor) {
  const { order_id = '', words = '' } = fields;
  const { task_id, status, error, order } = await api('faceswap_result', { order_id });
  const said = {
    order_id,
    task_id,
    kind: order.kind,
    status,
    error: error?.error ?? null,
    words: words.slice(0, mostWords),
  };
  await api('feedback_failed_event', { type: `swap_${status}`, input_data: JSON.stringify(said) });
  const message = 'Thank you. We have your report and will look into it.';
  const target = toolOf(request)({ order: order_id });
  return redirectWithSnackbar(target, { color: 'success', message }, session, request);
}
