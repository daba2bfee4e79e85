import { isFinished, type Task } from '#contract/index';

import { ApiError, NetworkError, TimeoutError } from '~/server/errors';
import { requireUser, type Api, type RouteArgs } from '~/server/guards.server';
import { refererPath } from '~/server/redirect-target';

export interface PolledTask {
  task: Task;
  isFinished: boolean;
}

/** The task is not there for this user any more. */
export interface PollRefusal {
  refused: string;
}

/**
 * Asks for the state of a task. 503 when the answer got lost: the page waits a little and asks again. A refusal keeps the
 * API's own status: the address names no task of this user.
 */
export async function pollTask(
  args: RouteArgs,
  fallbackPage: string,
  ask: (api: Api, query: URLSearchParams) => Promise<Task>,
  authenticate = requireUser,
): Promise<Response> {
  const page = refererPath(args.request);
  const { api } = await authenticate(args, page === '/' ? fallbackPage : page);
  try {
    const { task_id, status, stage, progress, eta_seconds, queue_position, poll_after_ms, error } = await ask(
      api,
      new URL(args.request.url).searchParams,
    );
    const task = { task_id, status, stage, progress, eta_seconds, queue_position, poll_after_ms, error };
    return Response.json({ task, isFinished: isFinished(status) } satisfies PolledTask);
  } catch (error) {
    const isLost = error instanceof NetworkError || error instanceof TimeoutError;
    if (isLost || (error instanceof ApiError && error.status >= 500)) return new Response(null, { status: 503 });
    if (error instanceof ApiError)
      return Response.json({ refused: error.message } satisfies PollRefusal, { status: error.status });
    throw error;
  }
}
