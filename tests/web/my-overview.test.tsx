import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { exampleOf } from './support/fake-api';

import MyOverview from '~/routes/my.index';

function show(user: object) {
  const Stub = createRemixStub([
    { id: 'root', path: '/', children: [{ id: 'my', path: '*', Component: MyOverview, loader: () => null }] },
  ]);
  const my = { creations: [], uploads: [], faces: [], isWorking: false };
  const root = { user: { ...exampleOf('my_userinfo'), ...user } };
  render(<Stub initialEntries={['/my']} hydrationData={{ loaderData: { root, my } }} />);
}

test('the overview says that the address must be confirmed, to which the free credits are due', () => {
  show({ email: 'ada@example.com', email_verified: false });
  expect(screen.getByText('Confirm your address first.').parentElement!.textContent).toContain('ada@example.com');
  expect(screen.getByRole('button', { name: 'Send the mail again' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'use another address' }).getAttribute('href')).toBe('/my/account/email');
});

test('the overview of a confirmed account does not', () => {
  show({ email_verified: true });
  expect(screen.queryByText('Confirm your address first.')).toBeNull();
});
