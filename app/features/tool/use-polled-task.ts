import { useRevalidator } from '@remix-run/react';
import { useEffect, useState } from 'react';

import type { Task } from '#contract/index';

import { fetchJson } from '~/lib/fetch-json.client';

import type { PolledTask, PollRefusal } from './poll-task.server';

const afterLostAnswerMs = 2_000;

/**
 * Follows a task by asking as often as it wants to be asked, and loads the page anew once it has finished.
 * A connection that is lost for a while is waited for: the work goes on without us.
 */
export function usePolledTask(given: Task, href: string): Task {
  const [task, setTask] = useState(given);
  const { revalidate } = useRevalidator();

  useEffect(() => {
    const left = new AbortController();
    let timer: ReturnType<typeof setTimeout>;
    const askIn = (ms: number) => {
      timer = setTimeout(async () => {
        const polled = await fetchJson<PolledTask | PollRefusal>(href, { signal: left.signal });
        if (left.signal.aborted) return;
        if (!polled) return askIn(afterLostAnswerMs);
        if ('refused' in polled) return revalidate(); // deleted elsewhere: the page shows what is left
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
    // eslint-disable-next-line react-hooks/exhaustive-deps -- one conversation for one task, however often the page renders
  }, [href]);

  return task;
}
