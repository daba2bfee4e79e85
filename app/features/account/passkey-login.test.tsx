import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from '@remix-run/react';
import { expect, onTestFinished, test, vi } from 'vitest';

import { paths } from '~/lib/paths';

let sign: (response: object) => void;
const startAuthentication = vi.fn(() => new Promise((resolve) => (sign = resolve)));
const cancelCeremony = vi.fn();

async function openLogin() {
  vi.resetModules();
  vi.doMock('@simplewebauthn/browser', () => ({ startAuthentication, WebAuthnAbortService: { cancelCeremony } }));
  onTestFinished(() => void vi.doUnmock('@simplewebauthn/browser'));
  const { PasskeyLogin } = await import('./passkey-login');
  const Login = () => (
    <>
      <PasskeyLogin />
      <Link to="/other">Another way</Link>
    </>
  );
  const logIn = vi.fn((_form: unknown) => null);
  const Stub = createRemixStub([
    { path: '/', Component: Login, action: async ({ request }) => logIn(Object.fromEntries(await request.formData())) },
    { path: '/other', Component: () => <p>The other page</p> },
    { path: paths.resources.passkey(), action: () => ({ options: {} }) },
  ]);
  render(<Stub />);
  await userEvent.click(await screen.findByRole('button', { name: 'Use a passkey' }));
  await vi.waitFor(() => expect(startAuthentication).toHaveBeenCalled());
  return logIn;
}

test('the signature of the passkey is sent to the page', async () => {
  const logIn = await openLogin();
  sign({ id: 'signed' });
  await vi.waitFor(() => expect(logIn).toHaveBeenCalledWith({ intent: 'passkey', response: '{"id":"signed"}' }));
});

test('a visitor who leaves the page during the dialog of the browser is not logged in by it', async () => {
  const logIn = await openLogin();
  await userEvent.click(screen.getByRole('link', { name: 'Another way' }));
  await screen.findByText('The other page');
  await vi.waitFor(() => expect(cancelCeremony).toHaveBeenCalled());
  sign({ id: 'signed' });
  await new Promise(setImmediate);
  expect(logIn).not.toHaveBeenCalled();
  expect(screen.getByText('The other page')).toBeTruthy();
});
