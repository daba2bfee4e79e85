import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { subscription } from '#contract/examples/account';
import type { User } from '#contract/index';

import { OfferBanner, useOfferShown } from '~/features/offer/banner';

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});

function Page() {
  return (
    <div data-testid="page" data-offer={useOfferShown() || undefined}>
      <OfferBanner />
    </div>
  );
}

function show(path: string, isOfferDismissed = false, user: Pick<User, 'subscription'> | null = null) {
  const data = { isOfferDismissed, user };
  const Stub = createRemixStub([{ id: 'root', path: '*', Component: Page, loader: () => data }]);
  render(<Stub initialEntries={[path]} hydrationData={{ loaderData: { root: data } }} />);
}

const clock = () => screen.getByRole('timer').textContent;
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms));

const ended = { ...subscription, status: 'cancelled' as const, renews_at: null, ends_at: '2025-01-01T00:00:00Z' };

test('a user who has had a subscription sees no offer for the first', () => {
  show('/', false, { subscription: ended });
  expect(screen.queryByText('First Subscription')).toBeNull();
  cleanup();
  show('/', false, { subscription: null });
  screen.getByText('First Subscription');
});

test.each(['/', '/face-swap-photo', '/face-swap-video'])('%s shows the offer, which leads to the plans', (path) => {
  show(path);
  expect(screen.getByText('First Subscription')).toBeTruthy();
  expect(screen.getByText('UP To 50% Off')).toBeTruthy();
  expect(screen.getByRole('link').getAttribute('href')).toBe('/pricing');
});

test.each(['/pricing', '/my/creations', '/face-swap', '/login'])('%s does not', (path) => {
  show(path);
  expect(screen.queryByText('First Subscription')).toBeNull();
});

test('a dismissed offer is not shown, and the page reserves no room for it', () => {
  show('/', true);
  expect(screen.queryByText('First Subscription')).toBeNull();
  expect(screen.getByTestId('page').dataset.offer).toBeUndefined();
});

test('an hour is counted down, and each second is stored', () => {
  show('/');
  expect(clock()).toBe('01:00:00');
  pass(1000);
  expect(clock()).toBe('00:59:59');
  expect(localStorage.getItem('countdown')).toBe('3599');
});

test('the countdown goes on where it stood, and ends at nothing', () => {
  localStorage.setItem('countdown', '2');
  show('/');
  expect(clock()).toBe('00:00:02');
  pass(10_000);
  expect(clock()).toBe('00:00:00');
  expect(localStorage.getItem('countdown')).toBe('0');
});

test.each(['-5', 'soon', '7200', '1.5'])('an impossible stored time, %s, starts anew', (value) => {
  localStorage.setItem('countdown', value);
  show('/');
  expect(clock()).toBe('01:00:00');
});
