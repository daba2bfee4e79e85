import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { calls } from '#contract/calls';

import { CodesOn } from './codes-page';
import { SignInMethods } from './sign-in-methods';

const user = calls.my_userinfo.examples[0].output;
const since = '2026-11-02T08:00:00.000Z';

test.each([
  [1, '1 recovery code left', '1 of 10 recovery codes is left'],
  [2, '2 recovery codes left', '2 of 10 recovery codes are left'],
])('%i recovery codes left are counted in whole sentences', (left, inList, onPage) => {
  const secondSteps = { codes_since: since, recovery_codes_left: left, passkeys: [] };
  const Page = () => (
    <>
      <SignInMethods user={user} isGoogleSetUp={false} secondSteps={secondSteps} />
      <CodesOn {...{ since, left, user }} isGoogleSetUp={false} />
    </>
  );
  const Stub = createRemixStub([{ path: '/', Component: Page }]);
  render(<Stub />);
  expect(screen.getByText(inList, { exact: false })).toBeTruthy();
  expect(screen.getByText(onPage, { exact: false })).toBeTruthy();
});

test('of two buttons of a form, only the pressed one shows that it is sent, and neither sends it again', async () => {
  const action = vi.fn<() => Promise<null>>(() => new Promise(() => {}));
  const Page = () => <CodesOn {...{ since, left: 9, user }} isGoogleSetUp={false} />;
  const Stub = createRemixStub([{ path: '/', Component: Page, action }]);
  render(<Stub />);
  const [renew, end] = ['New recovery codes', 'Turn codes off'].map((name) => screen.getByRole('button', { name }));
  await userEvent.click(end!);
  await waitFor(() => expect(end!.getAttribute('aria-busy')).toBe('true'));
  expect(renew!.getAttribute('aria-busy')).toBeNull();
  await userEvent.click(renew!);
  await userEvent.type(screen.getByLabelText('Your password'), '{Enter}');
  expect(action).toHaveBeenCalledOnce();
});
