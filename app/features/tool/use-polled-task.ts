import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';

import type { Task } from '#contract/index';

import { fetchJson } from '~/lib/fetch-json.client';

import type { PolledTask, PollRefusal } from './poll-task.server';

const afterServerErrorMs = 2_000;

type Polled = Pick<Task, 'poll_after_ms'>;

/** Polls at the task's interval, revalidates when finished, waits for a lost connection. Null if it has ended. */
export function usePolledTask<T extends Polled = Task>(given: T, href: string | null): T {
  const [task, setTask] = useState(given);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    if (href === null) return;
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (ms: number) => {
      timer = setTimeout(async () => {
        const { signal } = left;
        const polled = await fetchJson<PolledTask<T> | PollRefusal>(href, { signal }).catch(() => null);
        if (signal.aborted) return;
        if (!polled) return askIn(afterServerErrorMs);
        if ('refused' in polled) return revalidate(); // deleted elsewhere
        setTask(polled.task);
        if (polled.isFinished) revalidate();
        else askIn(polled.task.poll_after_ms);
      }, ms);
    };
    askIn(given.poll_after_ms);
    return () => {
      left.abort();
      clearTimeout(timer);
    };
    // oxlint-disable-next-line react/exhaustive-deps -- one conversation for one task, however often the page renders
  }, [href]);

  return task;
}
