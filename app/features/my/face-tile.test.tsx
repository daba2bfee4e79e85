import { useLocation } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';

import { FaceTile } from './face-tile';

const [face] = calls.my_faces.examples[0].output.items;

test.each([
  [false, 'Pin Ada to the top'],
  [true, 'Pinned Ada, move up again'],
])('the name of the button begins with its visible word (pinned: %s)', (pinned, name) => {
  const tile = <FaceTile face={{ ...face!, name: 'Ada', pinned }} listPath="/" renamePath="/" />;
  const Stub = createRemixStub([{ path: '/', Component: () => tile }]);
  render(<Stub />);
  expect(screen.getByRole('button', { name })).toBeTruthy();
});

test('a face that cannot be pinned says why', async () => {
  const refused = { message: 'Too many requests. Wait a minute.', fields: {}, values: {} };
  const tile = <FaceTile face={{ ...face!, name: 'Ada', pinned: false }} listPath="/" renamePath="/" />;
  const Stub = createRemixStub([{ path: '/', Component: () => tile, action: () => refused }]);
  render(<Stub />);
  fireEvent.click(screen.getByRole('button', { name: 'Pin Ada to the top' }));
  expect((await screen.findByRole('alert')).textContent).toBe(refused.message);
});

test('the focus stays on the tile whose form for a new name has gone', async () => {
  const Page = () => {
    const renaming = useLocation().search ? { id: face!.face_id } : undefined;
    return <FaceTile face={{ ...face!, name: 'Ada' }} listPath="/" renamePath="/?rename" renaming={renaming} />;
  };
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  render(<Stub initialEntries={['/?rename']} />);
  await userEvent.click(screen.getByRole('link', { name: 'Cancel' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('link', { name: 'Photos of Ada' })));
});
