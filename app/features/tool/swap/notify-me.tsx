import { useEffect, useState } from 'react';

import { isFinished } from '#contract/finished';
import type { Task } from '#contract/index';

type Standing = 'unknown' | 'unable' | 'ask' | 'on' | 'refused';

/** Offers to tell, by the browser, when a swap has ended while its page is out of sight. Asked for by a press alone. */
export function NotifyMe({ task, name }: { task: Task; name: string }) {
  const [standing, setStanding] = useState<Standing>('unknown');
  // Only the browser knows, so the server draws nothing.
  useEffect(() => setStanding(currentStanding()), []);
  const { status } = task;
  useEffect(() => {
    if (standing !== 'on' || !isFinished(status) || document.visibilityState === 'visible') return;
    const notice = new Notification(titleOf(status), { body: name, icon: '/icons/icon-192.png', tag: task.task_id });
    notice.onclick = () => {
      window.focus();
      notice.close();
    };
  }, [standing, status, name, task.task_id]);

  if (standing === 'unknown' || standing === 'unable') return null;
  if (standing === 'on') return <p className="tiny mt-1">Your browser tells you when it is done.</p>;
  if (standing === 'refused')
    return <p className="tiny mt-1">Your browser does not let us tell you when it is done.</p>;
  return (
    <button type="button" className="link mt-1 block" onClick={() => void askForLeave().then(setStanding)}>
      Tell me when it is done
    </button>
  );
}

function titleOf(status: Task['status']): string {
  return status === 'succeeded' ? 'Your swap is ready' : 'Your swap has ended without a result';
}

function currentStanding(): Standing {
  // Phones know the name, but let only service workers use it.
  if (!('Notification' in window) || /Android/.test(navigator.userAgent)) return 'unable';
  return { granted: 'on', denied: 'refused', default: 'ask' }[Notification.permission] as Standing;
}

async function askForLeave(): Promise<Standing> {
  await Notification.requestPermission();
  return currentStanding();
}
