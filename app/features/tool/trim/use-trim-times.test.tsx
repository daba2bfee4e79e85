import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test } from 'vitest';

import { useTrimTimes } from './use-trim-times';

function Times() {
  const { typed, type } = useTrimTimes({ start_ms: 0, end_ms: 4000 });
  return <input value={typed.end} onChange={({ currentTarget }) => type({ ...typed, end: currentTarget.value })} />;
}

function show(search: string) {
  const at = `/face-swap-video${search}`;
  window.history.replaceState(null, '', at);
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  const Stub = createRemixStub([{ path: '/face-swap-video', Component: Times }]);
  render(<Stub initialEntries={[at]} />);
}

const field = () => screen.getByRole<HTMLInputElement>('textbox');

test('a time that is typed is kept in the address', async () => {
  show('?step=trim');
  expect(field().value).toBe('0:04.0');
  await userEvent.clear(field());
  await userEvent.type(field(), '2.5');
  await expect.poll(() => window.location.search).toBe('?step=trim&start=0%3A00.0&end=2.5');
});

test('the times of the address are those of the step', () => {
  show('?step=trim&start=0:01.0&end=2.5');
  expect(field().value).toBe('2.5');
});
