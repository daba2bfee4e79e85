import type { ActionFunctionArgs } from '@remix-run/node';

import { calls } from '#contract/calls';
import { extensionOf } from '#contract/rules';

import { sendingPage } from '~/features/tool/poll-task.server';
import { toJsonResponse, checkFields, readFields, formError, formErrorFrom } from '~/server/form.server';
import { requireUser } from '~/server/guards.server';
import { requireSameOrigin } from '~/server/http/same-origin.server';

/** The browser sends directly to storage. */
export async function action(args: ActionFunctionArgs) {
  requireSameOrigin(args.request);
  const { api } = await requireUser(args, sendingPage(args.request));
  const { name = '', size = '', resumable = '' } = await readFields(args.request);
  const checked = checkFields(calls.upload_sign_url.input, { format: extensionOf(name), name, size, resumable });
  if (!checked.success) return toJsonResponse(formError({}, checked));
  try {
    return Response.json(await api('upload_sign_url', checked.value));
  } catch (error) {
    return toJsonResponse(formErrorFrom(error, {}));
  }
}
