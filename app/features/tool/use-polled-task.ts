import { useFetcher, useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';

import type { Task } from '#contract/index';

import type { Polled } from './server/poll-task.server';

const afterLostAnswerMs = 2_000;

/** Follows a task by asking as often as it wants to be asked, and loads the page anew once it has finished. */
export function usePolledTask(given: Task, href: string): Task {
  const { data, state, load } = useFetcher<Polled | null>({ key: href });
  const { revalidate } = useRevalidator();
  const isOver = useRef(false);
  const task = data?.task ?? given;

  useEffect(() => {
    if (isOver.current || state !== 'idle') return;
    if (data?.isFinished) {
      isOver.current = true;
      revalidate();
      return;
    }
    const timer = setTimeout(() => load(href), data === null ? afterLostAnswerMs : task.poll_after_ms);
    return () => clearTimeout(timer);
  }, [data, state, load, href, task.poll_after_ms, revalidate]);

  return task;
}
