import type { LoaderFunctionArgs } from '@remix-run/node';

import { poll, pollTask } from '~/features/tool/poll-task.server';

/** Of a swap or, with `batch`, of a batch. */
export function loader(args: LoaderFunctionArgs) {
  const batch_id = new URL(args.request.url).searchParams.get('batch');
  if (batch_id !== null) {
    return poll(args, async (api) => {
      const batch = await api('batch_result', { batch_id });
      return { task: batch, isFinished: batch.status === 'ended' };
    });
  }
  return pollTask(args, (api, query) =>
    api('faceswap_result', { order_id: query.get('order') ?? '', task_id: query.get('task') ?? undefined }),
  );
}
