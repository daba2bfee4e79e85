import { createRemixStub } from '@remix-run/testing';
import { fireEvent, render, screen } from '@testing-library/react';
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
