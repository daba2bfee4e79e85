import { Form, Link, useActionData, useNavigation, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';

import { Button } from '~/components/button';
import { Field } from '~/components/field';
import { Note } from '~/components/note';
import type { FormState } from '~/form-state';
import { paths } from '~/paths';
import { useFocusFault } from '~/use-focus-fault';

import { AuthLayout } from './auth-layout';

/** Signing in, under each of its addresses. */
export function LogInPage() {
  const redirect = useRedirect();
  return (
    <AuthLayout title="Welcome back">
      <div className="mt-6 grid gap-6">
        <Google />
        <CredentialsForm
          submit="Log in"
          password="current-password"
          aside={
            <Link className="link" to={paths.passwordReset()}>
              Forgot it?
            </Link>
          }
        />
        <p className="muted">
          New here?{' '}
          <Link className="link" to={paths.signup(redirect)}>
            Create an account
          </Link>
        </p>
      </div>
    </AuthLayout>
  );
}

export function SignUpPage() {
  const redirect = useRedirect();
  return (
    <AuthLayout title="Create your account">
      <p className="muted mt-3">It starts with free credits, enough to try a few photos.</p>
      <div className="mt-6 grid gap-6">
        <Google />
        <CredentialsForm
          submit="Sign Up"
          password="new-password"
          hint="At least 8 characters. A short sentence is good."
        />
        <p className="muted">
          Been here before?{' '}
          <Link className="link" to={paths.loginGoogle(redirect)}>
            Log in
          </Link>
        </p>
      </div>
    </AuthLayout>
  );
}

interface CredentialsProps {
  submit: string;
  password: 'current-password' | 'new-password';
  hint?: string;
  /** Beside the password. */
  aside?: ReactNode;
}

function CredentialsForm(props: CredentialsProps) {
  const refused = useActionData() as FormState | undefined;
  const isBusy = useNavigation().formMethod === 'POST';
  useFocusFault(refused);
  return (
    <Form method="post" className="grid gap-5" noValidate>
      {refused?.message ? <Note kind="error">{refused.message}</Note> : null}
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        required
        defaultValue={refused?.values.email}
        fault={refused?.fields.email}
      />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete={props.password}
        required
        hint={props.hint}
        aside={props.aside}
        fault={refused?.fields.password}
      />
      <Button type="submit" look="primary" size="large" block busy={isBusy}>
        {props.submit}
      </Button>
    </Form>
  );
}

/** Needs the operator's keys from Google, which this site hasn't got. */
function Google() {
  return (
    <>
      <div className="grid gap-2">
        <Button type="button" size="large" block disabled aria-describedby="google-why">
          Continue with Google
        </Button>
        <p className="hint" id="google-why">
          Signing in with Google is not set up on this site. Your e-mail address works just as well.
        </p>
      </div>
      <p className="divider">with e-mail</p>
    </>
  );
}

const useRedirect = () => useSearchParams()[0].get('redirect') ?? undefined;
