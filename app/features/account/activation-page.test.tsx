import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { ActivationPage } from './activation-page';

function show(answer: object) {
  const page = { step: 'confirm', email: 'ada@example.com', isSignUpDevice: false };
  const Stub = createRemixStub([{ id: 'activate', path: '/', Component: ActivationPage }]);
  render(<Stub hydrationData={{ loaderData: { activate: page }, actionData: { activate: answer } }} />);
}

test('an outage while an address is confirmed leaves the button to try again', async () => {
  show({ message: 'The service could not be reached. Please try again in a moment.', fields: {}, values: {} });
  await screen.findByRole('button', { name: 'Confirm my address' });
  expect(screen.getByText(/^The service could not be reached/)).toBeTruthy();
  expect(screen.queryByText('This link does not work')).toBeNull();
});

test('a link that was used ends, with what to do', async () => {
  show({ step: 'end', message: 'This link was already used.' });
  await screen.findByRole('heading', { name: 'This link does not work' });
  expect(screen.getByText('This link was already used.')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Confirm my address' })).toBeNull();
});
