import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
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
