import { Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';

import { passkey, user } from '#contract/examples/account';

import MyPasskeys from '~/routes/my.account.passkeys';

const other = { ...passkey, passkey_id: '019a9e00-0000-7000-8000-000000006002', name: 'My laptop' };

/** After the form of the laptop was refused. */
async function showRefused(field: 'name' | 'password', message: string) {
  const action = () => ({ fields: { [field]: message }, values: { passkey_id: other.passkey_id } });
  const loader = () => ({ user, passkeys: [passkey, other], isGoogleSetUp: false });
  const Stub = createRemixStub([{ id: 'page', path: '/', Component: MyPasskeys, loader, action }]);
  const hydrationData = { loaderData: { page: loader() }, actionData: { page: action() } };
  render(<Stub hydrationData={hydrationData} />);
  const [phone, laptop] = await within(await screen.findByRole('list', { name: 'Passkeys' })).findAllByRole('listitem');
  return { phone: phone!, laptop: laptop! };
}

test.each([
  ['name', 'Name', 'Name the passkey.'],
  ['password', 'Your password', 'Enter your password.'],
] as const)(
  'a wrong %s is reported at the field of its passkey, which has the focus',
  async (field, label, message) => {
    const { phone, laptop } = await showRefused(field, message);
    within(laptop).getByText(message);
    expect(laptop.querySelector('details')?.open).toBe(true);
    expect(document.activeElement).toBe(within(laptop).getByLabelText(label));
    expect(within(phone).queryByText(message)).toBeNull();
    expect(phone.querySelector('details')?.open).toBe(false);
  },
);

test('each form names the account that the page shows', async () => {
  const loader = () => ({ user, passkeys: [passkey, other], isGoogleSetUp: false });
  const page = { id: 'page', index: true, Component: MyPasskeys, loader } as const;
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: Outlet, children: [page] }]);
  render(<Stub hydrationData={{ loaderData: { root: { user }, page: loader() } }} />);
  const buttons = await screen.findAllByRole('button', { name: /^(Rename|Remove|Add a passkey)$/ });
  const forms = (buttons as HTMLButtonElement[]).map(({ form }) => new FormData(form!).get('account'));
  expect(forms).toEqual(Array.from({ length: 5 }, () => user.uid));
});
