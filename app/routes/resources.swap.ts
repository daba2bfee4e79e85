import type { LoaderFunctionArgs } from '@remix-run/node';

import { paths } from '~/lib/paths';
import { pollTask } from '~/features/tool/poll-task.server';

export function loader(args: LoaderFunctionArgs) {
  return pollTask(args, paths.faceSwap(), (api, query) =>
    api('faceswap_result', { order_id: query.get('order') ?? '', task_id: query.get('task') ?? undefined }),
  );
}
