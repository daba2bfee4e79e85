import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData } from '@remix-run/react';

import { Button } from '~/components/button';
import { Field } from '~/components/field';
import { Note } from '~/components/note';
import { AuthLayout } from '~/features/account/auth-layout';
import { useRedirect } from '~/features/account/google-button';
import { NewPasswordFields } from '~/features/account/new-password-fields';
import { passwordResetAction, loadReset } from '~/features/account/password.server';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useIsSending } from '~/lib/use-is-sending';

export const meta = () => pageMeta({ title: 'Set a new password', personal: true });

export const loader = (args: LoaderFunctionArgs) => loadReset(args);
export const action = (args: ActionFunctionArgs) => passwordResetAction(args);

export default function PasswordReset() {
  const data = useLoaderData<typeof loader>();
  switch (data.step) {
    case 'ask':
      return <Ask message={data.message} />;
    case 'sent':
      return <Sent />;
    case 'set':
      return <SetPassword email={data.email} />;
  }
}

function Ask({ message }: { message: string | null }) {
  const refused = useRefusal();
  const isBusy = useIsSending();
  const redirect = useRedirect();
  const said = refused?.message ?? message;
  return (
    <AuthLayout title="Forgot your password?">
      <p className="muted mt-3">Tell us your e-mail address, and we send you a link to set a new one.</p>
      <Form method="post" action={paths.passwordReset({ redirect })} className="mt-6 grid gap-5" noValidate>
        {said ? <Note kind="error">{said}</Note> : null}
        <Field
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          required
          defaultValue={refused?.values.email}
          error={refused?.fields.email}
        />
        <Button type="submit" look="primary" size="large" block busy={isBusy}>
          Send the link
        </Button>
      </Form>
    </AuthLayout>
  );
}

function Sent() {
  const redirect = useRedirect();
  return (
    <AuthLayout title="Check your e-mail">
      <div className="mt-6 grid gap-6">
        <Note icon="mail">
          If there is an account for that address, a link to set a new password is on its way to it. It works for 1
          hour.
        </Note>
        <p className="muted">
          Nothing there after a few minutes? Look among the unwanted mails, or{' '}
          <Link className="link" to={paths.passwordReset({ redirect })}>
            try again
          </Link>
          .
        </p>
      </div>
    </AuthLayout>
  );
}

function SetPassword({ email }: { email: string }) {
  const refused = useRefusal();
  const isBusy = useIsSending();
  return (
    <AuthLayout title="Set a new password">
      <p className="muted mt-3">For {email}. Wherever you are logged in, you are logged out.</p>
      <Form method="post" className="mt-6 grid gap-5" noValidate>
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <NewPasswordFields email={email} refused={refused} />
        <Button type="submit" look="primary" size="large" block busy={isBusy}>
          Set new password
        </Button>
      </Form>
    </AuthLayout>
  );
}

function useRefusal(): FormState | undefined {
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  return refused;
}
