import { Form, Link } from '@remix-run/react';

import { Button } from '~/components/button';
import { Field } from '~/components/field';
import { Note } from '~/components/note';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useIsSending } from '~/lib/use-is-sending';

import { AuthLayout } from './auth-layout';
import { useRedirect } from './google-button';

export function LoginCodePage() {
  const refused = useActionAnswer<FormState>();
  const isBusy = useIsSending();
  const redirect = useRedirect();
  useFocusError(refused);
  return (
    <AuthLayout title="Enter your code">
      <p className="muted mt-3">Your authenticator app shows it. Without the app, use one of your recovery codes.</p>
      <Form method="post" replace className="mt-6 grid gap-5" noValidate>
        {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
        <Field
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          required
          error={refused?.fields.code}
        />
        <Button type="submit" look="primary" size="large" block busy={isBusy}>
          Log in
        </Button>
        <p className="muted">
          Not you?{' '}
          <Link className="link" to={paths.loginGoogle(redirect)}>
            Log in with another account
          </Link>
          . No code at all?{' '}
          <Link className="link" to={paths.contact()}>
            Write to us
          </Link>
          .
        </p>
      </Form>
    </AuthLayout>
  );
}
