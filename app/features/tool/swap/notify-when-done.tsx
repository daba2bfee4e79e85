import { useEffect, useState } from 'react';

import { isFinished } from '#contract/finished';
import type { Task } from '#contract/index';

import { readLocal, writeLocal } from '~/lib/local-storage';

type NotificationState = 'unknown' | 'unable' | 'off' | 'on' | 'refused';

/** Stored separately: permission alone is no choice. */
const choiceKey = 'notify-when-done';

/** Only while the page is hidden. Requests permission on click only. */
export function NotifyWhenDone({ task, name }: { task: Task; name: string }) {
  const [state, setState] = useState<NotificationState>('unknown');
  // Unknown to the server.
  useEffect(() => setState(notificationState()), []);
  const { status } = task;
  useEffect(() => {
    if (state !== 'on' || !isFinished(status) || document.visibilityState === 'visible') return;
    const notice = new Notification(titleOf(status), { body: name, icon: '/icons/icon-192.png', tag: task.task_id });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }, [state, status, name, task.task_id]);

  if (state === 'unknown' || state === 'unable') return null;
  if (state === 'refused') return <p className="tiny mt-1">Your browser does not let us notify you.</p>;
  const choose = (choice: 'on' | 'off') => void applyChoice(choice).then(setState);
  if (state === 'on') {
    return (
      <p className="mt-1">
        Your browser notifies you while this page is open.{' '}
        <button type="button" className="link" onClick={() => choose('off')}>
          Do not notify me
        </button>
      </p>
    );
  }
  return (
    <button type="button" className="link mt-1 block" onClick={() => choose('on')}>
      Notify me in this browser
    </button>
  );
}

function titleOf(status: Task['status']): string {
  return status === 'succeeded' ? 'Your swap is ready' : 'Your swap has ended without a result';
}

function notificationState(): NotificationState {
  // Android allows notifications from service workers only.
  if (!('Notification' in window) || /Android/.test(navigator.userAgent)) return 'unable';
  if (Notification.permission === 'denied') return 'refused';
  return Notification.permission === 'granted' && readLocal(choiceKey) === 'on' ? 'on' : 'off';
}

async function applyChoice(choice: 'on' | 'off'): Promise<NotificationState> {
  writeLocal(choiceKey, choice);
  if (choice === 'on' && Notification.permission === 'default') await Notification.requestPermission();
  return notificationState();
}
