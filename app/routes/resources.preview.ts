import type { LoaderFunctionArgs } from '@remix-run/node';

import { parseToolState } from '~/features/tool/tool-state.server';
import { pollTask } from '~/features/tool/poll-task.server';
import { requestPreview } from '~/features/tool/faces/preview.server';
import { getVisitor, requireUser } from '~/server/guards.server';

/** Samples need no login. */
export function loader(args: LoaderFunctionArgs) {
  const place = parseToolState(args.request);
  const open = place.material ? requireUser : getVisitor;
  return pollTask(args, (api) => requestPreview(api, place), open);
}
