import { calls } from '#contract/calls';

import { redirectWithSnackbar } from '~/server/flash.server';
import { checkFields, formError, formErrorFrom } from '~/server/form.server';
import type { RouteArgs, Visitor } from '~/server/guards.server';
import { requestPath } from '~/server/redirect-target';

/** Redirects to `target`, by default the current page. */
export async function deleteFace(
  fields: Record<string, string>,
  { request }: RouteArgs,
  { api, session }: Visitor,
  target = requestPath(request),
) {
  const checked = checkFields(calls.del_face.input, fields);
  if (!checked.success) return formError(fields, { message: 'Choose the face to delete.' });
  try {
    await api('del_face', checked.value);
  } catch (error) {
    return formErrorFrom(error, fields);
  }
  const snackbar = { color: 'success', message: 'Deleted, with its files.' } as const;
  return redirectWithSnackbar(target, snackbar, session, request);
}
