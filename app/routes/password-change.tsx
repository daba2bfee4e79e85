import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form } from '@remix-run/react';

import type { User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button } from '~/components/button';
import { Note } from '~/components/note';
import { PasswordField } from '~/components/password-field';
import { AuthLayout } from '~/features/account/auth-layout';
import { NewPasswordFields } from '~/features/account/new-password-fields';
import { changePassword } from '~/features/account/password.server';
import { useUser } from '~/lib/root-data';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { requireUser } from '~/server/guards.server';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useIsSending } from '~/lib/use-is-sending';

export const meta = () => pageMeta({ title: 'Change password', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return null;
}

export const action = (args: ActionFunctionArgs) => changePassword(args);

export default function PasswordChange() {
  const refused = useActionAnswer<FormState>();
  const isBusy = useIsSending();
  const user = useUser();
  useFocusError(refused);
  if (user && !user.has_password) return <FirstPassword user={user} refused={refused} isBusy={isBusy} />;
  return (
    <AuthLayout title="Change password">
      <p className="muted mt-3">You stay logged in here, and are logged out everywhere else.</p>
      <Form method="post" className="mt-6 grid gap-5" noValidate>
        <AccountField />
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <PasswordField
          label="Old password"
          name="old_password"
          autoComplete="current-password"
          required
          error={refused?.fields.old_password}
        />
        <NewPasswordFields email={user?.email ?? ''} refused={refused} />
        <Button type="submit" look="primary" size="large" block busy={isBusy}>
          Change password
        </Button>
      </Form>
    </AuthLayout>
  );
}

/** Accounts that were made by Google have none. */
function FirstPassword({ user, refused, isBusy }: { user: User; refused?: FormState; isBusy: boolean }) {
  return (
    <AuthLayout title="Set a password">
      <p className="muted mt-3">
        Your account has no password yet. We can send a link to <b>{user.email}</b> to set one.
        {user.has_google ? ' Google keeps working.' : null}
      </p>
      <Form method="post" className="mt-6 grid gap-5">
        <AccountField />
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <Button type="submit" name="intent" value="set-by-mail" look="primary" size="large" block busy={isBusy}>
          Send the link
        </Button>
      </Form>
    </AuthLayout>
  );
}
