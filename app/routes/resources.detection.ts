import type { LoaderFunctionArgs } from '@remix-run/node';

import { paths } from '~/paths';
import { pollTask } from '~/features/tool/server/poll-task.server';

/** How a detection stands, for the page that waits for it. */
export function loader(args: LoaderFunctionArgs) {
  return pollTask(args, paths.faceSwapPhoto(), (api, query) =>
    api('upload_detect_result', { material_id: query.get('material') ?? '', task_id: query.get('task') ?? undefined }),
  );
}

/** The page asks when the task wants to be asked, and not each time it loads itself anew. */
export const shouldRevalidate = () => false;
