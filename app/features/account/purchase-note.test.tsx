import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { paths } from '~/lib/paths';

import { LogInPage } from './log-in-page';

async function isToldOfPurchase(redirect: string): Promise<boolean> {
  const loader = () => ({ isGoogleSetUp: false, address: null });
  const Stub = createRemixStub([{ path: '/login/google', Component: LogInPage, loader }]);
  const page = render(<Stub initialEntries={[paths.loginGoogle(redirect)]} />);
  await screen.findByRole('heading', { name: 'Welcome back' });
  const isTold = screen.queryByText(/purchase goes on/) !== null;
  page.unmount();
  return isTold;
}

test('a buyer who has to log in is told that the purchase goes on', async () => {
  expect(await isToldOfPurchase('/pricing?product=pack_50')).toBe(true);
  expect(await isToldOfPurchase('/my')).toBe(false);
});
