import { isFinished, type Task } from '#contract/index';

import { ApiError } from '~/server/errors/api-error';
import { NetworkError } from '~/server/errors/network-error';
import { TimeoutError } from '~/server/errors/timeout-error';
import { requireUser, type Api, type RouteArgs } from '~/server/guards.server';
import { pageOf } from '~/server/redirect-target';

export interface Polled {
  task: Task;
  isFinished: boolean;
}

/** Asks how a task stands. 503 when the answer got lost: the page waits a little and asks again. */
export async function pollTask(
  args: RouteArgs,
  fallbackPage: string,
  ask: (api: Api, query: URLSearchParams) => Promise<Task>,
  open = requireUser,
): Promise<Response> {
  const page = pageOf(args.request);
  const { api } = await open(args, page === '/' ? fallbackPage : page);
  try {
    const { task_id, status, stage, progress, eta_seconds, queue_position, poll_after_ms, error } = await ask(
      api,
      new URL(args.request.url).searchParams,
    );
    const task = { task_id, status, stage, progress, eta_seconds, queue_position, poll_after_ms, error };
    return Response.json({ task, isFinished: isFinished(status) } satisfies Polled);
  } catch (error) {
    const isLost = error instanceof NetworkError || error instanceof TimeoutError;
    if (isLost || (error instanceof ApiError && error.status >= 500)) return new Response(null, { status: 503 });
    throw error;
  }
}
