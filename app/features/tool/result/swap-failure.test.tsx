import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { calls } from '#contract/calls';
import { errors } from '#contract/errors';

import { SwapFailure } from './swap-failure';

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

test('a result that moderation stopped leads to its review, one that it refused to the decision', () => {
  const page = (error: 'content_stopped' | 'content_refused') => () => (
    <SwapFailure
      order={{ ...order, name: 'beach.jpg', status: 'refused' }}
      task={{ ...task, status: 'refused', error: { error, message: errors[error].message } }}
      again="/again"
    />
  );
  const Stopped = createRemixStub([{ path: '*', Component: page('content_stopped') }]);
  const { unmount } = render(<Stopped />);
  const link = screen.getByRole('link', { name: 'Ask for a review' });
  expect(link.getAttribute('href')).toBe('/my/account/decisions');
  expect(screen.getByText(errors.content_stopped.message)).toBeTruthy();
  unmount();
  const Refused = createRemixStub([{ path: '*', Component: page('content_refused') }]);
  render(<Refused />);
  expect(screen.queryByRole('link', { name: 'Ask for a review' })).toBeNull();
  expect(screen.getByRole('link', { name: 'See the decision' }).getAttribute('href')).toBe('/my/account/decisions');
});
