import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { calls } from '#contract/calls';

import { pollTask, sendingPage } from '~/features/tool/poll-task.server';
import { toJsonResponse, checkFields, readFields, formError, formErrorFrom } from '~/server/form.server';
import { requireUser } from '~/server/guards.server';
import { requireSameOrigin } from '~/server/http/same-origin.server';

export function loader(args: LoaderFunctionArgs) {
  return pollTask(args, (api, query) =>
    api('upload_detect_result', { material_id: query.get('material') ?? '', task_id: query.get('task') ?? undefined }),
  );
}

export async function action(args: ActionFunctionArgs) {
  requireSameOrigin(args.request);
  const { api } = await requireUser(args, sendingPage(args.request));
  const fields = await readFields(args.request);
  const checked = checkFields(calls.upload_detect_create.input, fields);
  if (!checked.success) return toJsonResponse(formError({}, checked));
  try {
    return Response.json(await api('upload_detect_create', checked.value));
  } catch (error) {
    return toJsonResponse(formErrorFrom(error, {}));
  }
}
