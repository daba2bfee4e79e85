import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';

import { calls } from '#contract/calls';

import { SwapFailure } from './swap-failure';

afterEach(cleanup);

const { order, ...task } = calls.faceswap_result.output.parse(calls.faceswap_result.examples[0].output);

test.each([
  ['cancelled', 'Choose other faces'],
  ['failed', 'Try again'],
] as const)('after a swap is %s, the main button is "%s"', (status, label) => {
  const page = () => <SwapFailure order={{ ...order, status }} task={{ ...task, status }} again="/again" />;
  const Stub = createRemixStub([{ path: '*', Component: page }]);
  render(<Stub />);
  expect(screen.getByRole('link', { name: label }).className).toContain('btn--primary');
});
