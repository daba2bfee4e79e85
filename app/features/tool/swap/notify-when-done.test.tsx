import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import type { Task } from '#contract/index';

import { NotifyWhenDone } from './notify-when-done';

const running: Task = {
  ...{ task_id: 'task', status: 'running', stage: 'swapping', progress: 40, eta_seconds: 60 },
  ...{ queue_position: null, poll_after_ms: 500, error: null },
};
const done: Task = { ...running, status: 'succeeded', progress: 100 };

function browserWith(permission: NotificationPermission, answer: NotificationPermission = permission) {
  const shown: string[] = [];
  const requestPermission = vi.fn(async () => (Fake.permission = answer));
  class Fake {
    static permission = permission;
    static requestPermission = requestPermission;
    constructor(title: string) {
      shown.push(title);
    }
  }
  vi.stubGlobal('Notification', Fake);
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
  return { shown, requestPermission };
}

test('the browser is asked on click only; the choice is kept for the next swap', async () => {
  const { shown, requestPermission } = browserWith('default', 'granted');
  const { rerender, unmount } = render(<NotifyWhenDone task={running} name="us.mp4" />);
  expect(requestPermission).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: 'Notify me in this browser' }));
  await screen.findByText(/Your browser notifies you/);
  rerender(<NotifyWhenDone task={done} name="us.mp4" />);
  expect(shown).toEqual(['Your swap is ready']);
  unmount();
  render(<NotifyWhenDone task={running} name="us.mp4" />);
  await screen.findByText(/Your browser notifies you/);
  expect(requestPermission).toHaveBeenCalledTimes(1);
});

test('permission alone causes no notification, and the choice can be undone', async () => {
  const { shown } = browserWith('granted');
  const { rerender } = render(<NotifyWhenDone task={running} name="us.mp4" />);
  await userEvent.click(screen.getByRole('button', { name: 'Notify me in this browser' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Do not notify me' }));
  await screen.findByRole('button', { name: 'Notify me in this browser' });
  rerender(<NotifyWhenDone task={done} name="us.mp4" />);
  expect(shown).toEqual([]);
});

test('a browser that refuses is not asked again', async () => {
  browserWith('default', 'denied');
  render(<NotifyWhenDone task={running} name="us.mp4" />);
  await userEvent.click(screen.getByRole('button', { name: 'Notify me in this browser' }));
  await screen.findByText('Your browser does not let us notify you.');
});
