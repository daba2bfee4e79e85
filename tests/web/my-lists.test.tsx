import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';

import { exampleOf } from './support/fake-api';

import MyCreations from '~/routes/my.creations';
import MyUploads from '~/routes/my.uploads';

const nothing = { items: [], page: 1, per_page: 20, total: 0, isWorking: false, rename: null, deletions: [] };

function show(List: ComponentType, place: { type?: string; state?: string; sort?: string }, items: object[] = []) {
  const Stub = createRemixStub([
    { id: 'root', path: '/', children: [{ id: 'list', path: '*', Component: List, loader: () => null }] },
  ]);
  const root = { user: null, site: { retentionDays: 30 } };
  render(
    <Stub
      initialEntries={['/my/list']}
      hydrationData={{ loaderData: { root, list: { ...nothing, place, items, total: items.length } } }}
    />,
  );
}

test.each([
  ['creations', MyCreations, '/my/creations?sort=name'],
  ['uploads', MyUploads, '/my/uploads?sort=name'],
])('a filter that no entry of the %s passes leads to all of them, in the same order', (_list, List, all) => {
  show(List, { type: 'gif', sort: 'name' });
  expect(screen.getByRole('heading', { name: 'Nothing of this kind' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Show all' }).getAttribute('href')).toBe(all);
});

test('an empty list without a filter leads to the tool', () => {
  show(MyCreations, {});
  expect(screen.getByRole('link', { name: 'Start a swap' }).getAttribute('href')).toBe('/face-swap');
  expect(screen.queryByRole('link', { name: 'Show all' })).toBeNull();
});

test('the names of entries are cut at their own end, whichever way they are written', () => {
  const [creation] = exampleOf('my_creates').items;
  show(MyCreations, {}, [{ ...creation!, name: 'صورة.jpg' }]);
  expect(screen.getByRole('heading', { name: 'صورة.jpg' }).dir).toBe('auto');
});
