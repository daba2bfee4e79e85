import { Form, Link } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { SnackbarHost } from './snackbar-host';

function Page() {
  return (
    <>
      <SnackbarHost />
      <Link to="/face-swap-photo">Go on</Link>
      <Form method="post" action="/login/google">
        <button>Load again</button>
      </Form>
    </>
  );
}

function show(color: 'success' | 'error') {
  const given = { snackbar: { color, message: 'You were logged out.' } };
  const Stub = createRemixStub([
    { id: 'root', path: '*', Component: Page, loader: () => ({ snackbar: null }), action: () => null },
  ]);
  render(<Stub initialEntries={['/login/google']} hydrationData={{ loaderData: { root: given } }} />);
}

const message = () => screen.queryByText('You were logged out.');

test('an error stays while its page loads its data again, and leaves with the page', async () => {
  show('error');
  await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
  await screen.findByRole('alert');
  await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
  await expect.poll(message).toBeNull();
});

test('a success stays over a page change: it leaves by itself', async () => {
  show('success');
  await userEvent.click(screen.getByRole('link', { name: 'Go on' }));
  await expect.poll(message).not.toBeNull();
});
