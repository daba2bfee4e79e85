import { useEffect, useState } from 'react';

import { isFinished } from '#contract/finished';
import type { Task } from '#contract/index';

type NotificationState = 'unknown' | 'unable' | 'ask' | 'on' | 'refused';

/** Notifies when the task has finished while the page is hidden. Requests permission on click only. */
export function NotifyWhenDone({ task, name }: { task: Task; name: string }) {
  const [state, setState] = useState<NotificationState>('unknown');
  // Unknown to the server, which renders nothing.
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
  if (state === 'on') return <p className="tiny mt-1">Your browser tells you when it is done.</p>;
  if (state === 'refused') return <p className="tiny mt-1">Your browser does not let us tell you when it is done.</p>;
  return (
    <button type="button" className="link mt-1 block" onClick={() => void requestPermission().then(setState)}>
      Tell me when it is done
    </button>
  );
}

function titleOf(status: Task['status']): string {
  return status === 'succeeded' ? 'Your swap is ready' : 'Your swap has ended without a result';
}

function notificationState(): NotificationState {
  // Android allows notifications from service workers only.
  if (!('Notification' in window) || /Android/.test(navigator.userAgent)) return 'unable';
  return { granted: 'on', denied: 'refused', default: 'ask' }[Notification.permission] as NotificationState;
}

async function requestPermission(): Promise<NotificationState> {
  await Notification.requestPermission();
  return notificationState();
}
