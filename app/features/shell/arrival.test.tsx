import { Link, Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { Arrival } from './arrival';

function Site() {
  return (
    <>
      <Arrival />
      <Link to="/second">In the header</Link>
      <Outlet />
    </>
  );
}

const page = (name: string) => (
  <main>
    <h1>{name}</h1>
    {name === 'First' ? <Link to="/second">In the page</Link> : null}
  </main>
);

function show() {
  const children = [
    { index: true, Component: () => page('First') },
    { path: 'second', Component: () => page('Second') },
  ];
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: Site, children }]);
  render(<Stub hydrationData={{ loaderData: { root: null } }} />);
  document.title = 'Second | Faceswap';
}

const follow = async (name: string) => userEvent.click(await screen.findByRole('link', { name }));

test('where the followed link has gone with its page, the focus goes to the heading of the next one', async () => {
  show();
  await follow('In the page');
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Second'));
  expect(screen.getByRole('status').textContent).toBe('');
});

test('the title of the next page is read where the focus stays', async () => {
  show();
  await follow('In the header');
  await screen.findByText('Second | Faceswap');
  expect(document.activeElement?.textContent).toBe('In the header');
});
