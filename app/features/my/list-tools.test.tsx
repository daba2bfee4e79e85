import { useLocation, useNavigate } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import { paths } from '~/lib/paths';

import type { ListQuery } from './load-list.server';
import { ListTools } from './list-tools';

const states = [
  { value: 'all', label: 'All states' },
  { value: 'done', label: 'Finished' },
];
const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name', label: 'Name' },
];

function Page() {
  const { search } = useLocation();
  const navigate = useNavigate();
  const place = Object.fromEntries(new URLSearchParams(search));
  const pathTo = (change: ListQuery) => paths.myUploads({ ...place, ...change });
  return (
    <>
      <ListTools {...{ place, states, sorts, pathTo }} />
      <button onClick={() => navigate(-1)}>Back</button>
      <p role="status">{search}</p>
    </>
  );
}

const select = (name: string) => screen.getByLabelText<HTMLSelectElement>(name);
const choose = (name: string, value: string) => fireEvent.change(select(name), { target: { value } });
const shows = (search: string) => expect.poll(() => screen.getByRole('status').textContent).toBe(search);

test('the list by which a list is sorted keeps the focus, and shows the order of the page', async () => {
  const Stub = createRemixStub([{ path: paths.myUploads(), Component: Page }]);
  render(<Stub initialEntries={[paths.myUploads()]} />);
  select('Sort by').focus();
  const focused = document.activeElement;
  choose('Sort by', 'oldest');
  await shows('?sort=oldest');
  expect(document.activeElement).toBe(focused);
  choose('Sort by', 'name');
  await shows('?sort=name');
  choose('Show', 'done');
  await shows('?state=done&sort=name');
  expect(document.activeElement).toBe(focused);

  fireEvent.click(screen.getByText('Back'));
  await shows('?sort=name');
  expect([select('Show').value, select('Sort by').value]).toEqual(['all', 'name']);
  fireEvent.click(screen.getByText('Back'));
  await shows('?sort=oldest');
  expect(select('Sort by').value).toBe('oldest');
});
