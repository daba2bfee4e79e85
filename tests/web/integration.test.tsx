import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';

import { exampleOf } from './support/fake-api';

import MyApi from '~/routes/my.api';
import MyWebhook from '~/routes/my.api.webhook';
import MyWebhooks from '~/routes/my.api.webhooks';

const user = exampleOf('my_userinfo');
const [endpoint] = exampleOf('my_webhooks').items;

function show(Component: ComponentType, data: object, answer?: object) {
  const Stub = createRemixStub([{ id: 'page', path: '/', Component, loader: () => data, action: () => null }]);
  const hydrationData = { loaderData: { page: data }, actionData: answer ? { page: answer } : undefined };
  render(<Stub hydrationData={hydrationData} />);
}

test('a new key is shown with its secret; the list tells keys apart by their last four', () => {
  const { items } = exampleOf('my_api_keys');
  const { name, secret } = exampleOf('my_api_key_create');
  show(MyApi, { user, keys: items, isGoogleSetUp: false }, { created: { name, secret } });
  expect(screen.getByLabelText<HTMLInputElement>(name).value).toBe(secret);
  const list = screen.getByRole('list', { name: 'API keys' });
  expect(list.textContent).toContain(`fsk_…${items[0]!.last_four}`);
  expect(list.textContent).not.toContain(secret);
  expect(within(list).getByRole('button', { name: 'Revoke Build server' })).toBeTruthy();
});

test('a refused key keeps what was chosen, with each fault beside its field', () => {
  const refused = { fields: { name: 'Name the key.' }, values: { name: '', scopes: 'read' } };
  show(MyApi, { user, keys: [], isGoogleSetUp: false }, refused);
  expect(screen.getByLabelText('Name').getAttribute('aria-invalid')).toBe('true');
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox').map(({ value, checked }) => [value, checked]);
  expect(boxes).toEqual([
    ['read', true],
    ['create', false],
  ]);
});

test.each([
  ['scopes', MyApi, { user, keys: [], isGoogleSetUp: false }, 'Scopes'],
  ['events', MyWebhooks, { endpoints: [] }, 'Events'],
])('a fault of the %s belongs to their boxes, and the first one gets the focus', (name, Page, data, legend) => {
  show(Page, data, { fields: { [name]: 'Choose at least one.' }, values: { [name]: '' } });
  const group = screen.getByRole('group', { name: legend });
  expect(document.getElementById(group.getAttribute('aria-describedby')!)?.textContent).toBe('Choose at least one.');
  const boxes = within(group).getAllByRole('checkbox');
  expect(boxes.map((box) => box.getAttribute('aria-invalid'))).toEqual(['true', 'true']);
  expect(document.activeElement).toBe(boxes[0]);
});

test('a user without a password is sent to Google for a key', () => {
  show(MyApi, { user: { ...user, has_password: false, has_google: true }, keys: [], isGoogleSetUp: true });
  const link = screen.getByRole('link', { name: 'Continue with Google' });
  expect(link.getAttribute('href')).toBe('/login/google?start=1&again=1&redirect=%2Fmy%2Fapi');
});

test('at the limit the page says so, in place of the form', () => {
  const { items } = exampleOf('my_webhooks');
  const endpoints = Array.from({ length: 5 }, (_, index) => ({ ...items[0]!, endpoint_id: String(index) }));
  show(MyWebhooks, { endpoints });
  expect(screen.queryByRole('button', { name: 'Add the endpoint' })).toBeNull();
  expect(screen.getByText(/as many as an account may have/)).toBeTruthy();
});

test('an endpoint shows its state and each delivery with its attempts', () => {
  const deliveries = exampleOf('my_webhook_deliveries');
  show(MyWebhook, { endpoint: { ...endpoint, failing_since: endpoint!.created_at }, deliveries });
  expect(screen.getByText('Failing')).toBeTruthy();
  const list = screen.getByRole('list', { name: 'Deliveries' });
  expect(list.textContent).toContain('task.succeeded');
  expect(list.textContent).toContain('200, 84 ms');
  expect(within(list).getByRole('button', { name: 'Send task.succeeded again' })).toBeTruthy();
});

test('an endpoint that is switched off offers neither test events nor repetition', () => {
  const off = { ...endpoint, enabled: false, disabled_reason: 'gone' };
  show(MyWebhook, { endpoint: off, deliveries: exampleOf('my_webhook_deliveries') });
  expect(screen.getByText('Off: answered 410')).toBeTruthy();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send a test event' }).disabled).toBe(true);
  expect(screen.queryByRole('button', { name: 'Send task.succeeded again' })).toBeNull();
});
