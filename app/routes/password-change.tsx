import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, useActionData, useNavigation } from '@remix-run/react';

import { Button } from '~/components/button';
import { Field } from '~/components/field';
import { Note } from '~/components/note';
import { AuthLayout } from '~/features/account/auth-layout';
import { NewPasswordFields } from '~/features/account/new-password-fields';
import { changePassword } from '~/features/account/password.server';
import { useUser } from '~/features/shell/visit';
import type { FormState } from '~/form-state';
import { pageMeta } from '~/meta';
import { requireUser } from '~/server/guards.server';
import { useFocusFault } from '~/use-focus-fault';

export const meta = () => pageMeta({ title: 'Change password', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  await requireUser(args);
  return null;
}

export const action = (args: ActionFunctionArgs) => changePassword(args);

export default function PasswordChange() {
  const refused = useActionData() as FormState | undefined;
  const isBusy = useNavigation().formMethod === 'POST';
  const email = useUser()?.email ?? '';
  useFocusFault(refused);
  return (
    <AuthLayout title="Change password">
      <p className="muted mt-3">You stay logged in here, and are logged out everywhere else.</p>
      <Form method="post" className="mt-6 grid gap-5" noValidate>
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <Field
          label="Old password"
          name="old_password"
          type="password"
          autoComplete="current-password"
          required
          fault={refused?.fields.old_password}
        />
        <NewPasswordFields email={email} refused={refused} />
        <Button type="submit" look="primary" size="large" block busy={isBusy}>
          Change password
        </Button>
      </Form>
    </AuthLayout>
  );
}
