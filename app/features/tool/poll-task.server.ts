import { isFinished, type Task } from '#contract/index';

import { ApiError, NetworkError, TimeoutError } from '~/server/errors';
import { requireUser, type Api, type RouteArgs } from '~/server/guards.server';
import { refererPath } from '~/server/redirect-target';

export interface PolledTask {
  task: Task;
  isFinished: boolean;
}

/** The task does not exist for this user. */
export interface PollRefusal {
  refused: string;
}

/** Responds 503 if the API is unreachable: the page polls again. A client error keeps the API's status. */
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
