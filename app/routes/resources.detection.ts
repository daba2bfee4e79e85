import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';

import { calls } from '#contract/calls';

import { paths } from '~/lib/paths';
import { pollTask } from '~/features/tool/poll-task.server';
import { toJsonResponse, checkFields, readFields, formError, formErrorFrom } from '~/server/form.server';
import { requireUser } from '~/server/guards.server';
import { requireSameOrigin } from '~/server/http/same-origin.server';

/** How a detection stands, for the page that waits for it. */
export function loader(args: LoaderFunctionArgs) {
  return pollTask(args, paths.faceSwap(), (api, query) =>
    api('upload_detect_result', { material_id: query.get('material') ?? '', task_id: query.get('task') ?? undefined }),
  );
}

/** Starts looking for faces in a photo that the page's script has just sent. */
export async function action(args: ActionFunctionArgs) {
  requireSameOrigin(args.request);
  const { api } = await requireUser(args, paths.faceSwap());
  const fields = await readFields(args.request);
  const checked = checkFields(calls.upload_detect_create.input, fields);
  if (!checked.success) return toJsonResponse(formError({}, checked));
  try {
    return Response.json(await api('upload_detect_create', checked.value));
  } catch (error) {
    return toJsonResponse(formErrorFrom(error, {}));
  }
}
