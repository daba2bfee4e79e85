import type { LoaderFunctionArgs } from '@remix-run/node';

import { pollTask } from '~/features/tool/poll-task.server';

export function loader(args: LoaderFunctionArgs) {
  return pollTask(args, (api, query) =>
    api('faceswap_result', { order_id: query.get('order') ?? '', task_id: query.get('task') ?? undefined }),
  );
}
