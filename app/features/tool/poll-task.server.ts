import { isFinished, type Task } from '#contract/index';

import { paths } from '~/lib/paths';
import { ApiError, NetworkError, TimeoutError } from '~/server/errors';
import { requireUser, type Api, type RouteArgs } from '~/server/guards.server';
import { refererPath } from '~/server/redirect-target';

export interface PolledTask<T = Task> {
  task: T;
  isFinished: boolean;
}

export interface PollRefusal {
  refused: string;
}

/** The page to return to after login. */
export function sendingPage(request: Request): string {
  const page = refererPath(request);
  return page === '/' ? paths.faceSwap() : page;
}

export const pollTask = (
  args: RouteArgs,
  ask: (api: Api, query: URLSearchParams) => Promise<Task>,
  authenticate = requireUser,
): Promise<Response> => poll(args, async (api, query) => shownTask(await ask(api, query)), authenticate);

function shownTask(given: Task): PolledTask {
  const { task_id, status, stage, progress, eta_seconds, queue_position, poll_after_ms, error } = given;
  const task = { task_id, status, stage, progress, eta_seconds, queue_position, poll_after_ms, error };
  return { task, isFinished: isFinished(status) };
}

/** 503 if the API is unreachable: the page polls again. Client errors keep their status. */
export async function poll<T>(
  args: RouteArgs,
  ask: (api: Api, query: URLSearchParams) => Promise<PolledTask<T>>,
  authenticate = requireUser,
): Promise<Response> {
  const { api } = await authenticate(args, sendingPage(args.request));
  try {
    return Response.json(await ask(api, new URL(args.request.url).searchParams));
  } catch (error) {
    const isLost = error instanceof NetworkError || error instanceof TimeoutError;
    if (isLost || (error instanceof ApiError && error.status >= 500)) return new Response(null, { status: 503 });
    if (error instanceof ApiError)
      return Response.json({ refused: error.message } satisfies PollRefusal, { status: error.status });
    throw error;
  }
}
