import { Form, useLoaderData } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { useKeptFocus } from './use-kept-focus';

function Links() {
  useKeptFocus();
  const links = useLoaderData<string[]>();
  return (
    <main>
      <ul aria-label="Links">
        {links.map((link) => (
          <li key={link}>
            <Form method="post">
              <button name="revoke" value={link}>
                Revoke {link}
              </button>
            </Form>
          </li>
        ))}
      </ul>
    </main>
  );
}

function show(): void {
  let links = ['one', 'two'];
  const action = async ({ request }: { request: Request }) => {
    const revoked = (await request.formData()).get('revoke');
    links = links.filter((link) => link !== revoked);
    return null;
  };
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: Links, loader: () => links, action }]);
  render(<Stub hydrationData={{ loaderData: { root: links } }} />);
}

async function revokeOne(): Promise<void> {
  await userEvent.click(screen.getByRole('button', { name: 'Revoke one' }));
  await waitFor(() => expect(screen.queryByText('Revoke one')).toBeNull());
}

const list = () => screen.getByRole('list', { name: 'Links' });

test('what is left around a removed row gets the focus of its button', async () => {
  show();
  await revokeOne();
  await waitFor(() => expect(document.activeElement).toBe(list()));

  await userEvent.tab();
  expect(document.activeElement?.textContent).toBe('Revoke two');
});

test('what takes no focus, as in a part that has closed, leaves it to what is around', async () => {
  show();
  vi.spyOn(list(), 'focus').mockReturnValue();
  await revokeOne();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')));
});
