import type { Task, TaskList } from 'graphile-worker';
import { recordJob, type JobOutcome } from '#backend/metrics/jobs';
import { inRequest } from '#backend/lib/request-context';
import type { Handlers } from './job-context';

export function instrument(handlers: Handlers): TaskList {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, handler]) => [name, instrumentHandler(name, handler)]),
  );
}

const instrumentHandler =
  (name: string, handler: Handlers[string]): Task =>
  async (payload, helpers) => {
    const started = performance.now();
    let outcome: JobOutcome = 'failed';
    const work = async () => {
      outcome = (await handler(payload, helpers)) ?? 'done';
    };
    try {
      const requestId = (payload as { for_request?: string } | null)?.for_request;
      await (requestId ? inRequest(requestId, work) : work());
    } finally {
      recordJob(name, outcome, performance.now() - started);
    }
  };
