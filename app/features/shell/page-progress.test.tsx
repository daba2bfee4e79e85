import { Link } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { PageProgress } from './page-progress';

test('a bar shows that the next page loads, until it is there', async () => {
  let arrive = () => {};
  const loader = () => new Promise<null>((resolve) => (arrive = () => resolve(null)));
  const here = (
    <>
      <PageProgress />
      <Link to="/next">Next</Link>
    </>
  );
  const next = (
    <>
      <PageProgress />
      There
    </>
  );
  const Pages = createRemixStub([
    { path: '/', Component: () => here },
    { path: '/next', Component: () => next, loader },
  ]);
  const { container } = render(<Pages />);
  const bar = () => container.querySelector('.page-progress');
  expect(bar()).toBeNull();
  await userEvent.click(screen.getByRole('link', { name: 'Next' }));
  expect(bar()).not.toBeNull();
  arrive();
  await screen.findByText('There');
  expect(bar()).toBeNull();
});
