import { calls, type Input } from '#contract/calls';

import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, formErrorFrom } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';

type DeleteCall = 'del_order' | 'del_material' | 'del_face';

/** Redirects to `target`, by default the current page. */
export async function deleteByForm<N extends DeleteCall>(
  name: N,
  fields: Record<string, string>,
  { request }: RouteArgs,
  { api, session }: Visitor,
  target = requestPath(request),
) {
  const checked = checkFields(calls[name].input, fields);
  if (!checked.success) return formError(fields, { message: 'Choose what to delete.' });
  try {
    await api(name, checked.value as Input<N>);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
  const snackbar = { color: 'success', message: 'Deleted, with its files.' } as const;
  return redirectWithSnackbar(target, snackbar, session, request);
}
