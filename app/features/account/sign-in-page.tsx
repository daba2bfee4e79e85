import { Form, Link, useActionData, useNavigation, useSearchParams } from '@remix-run/react';
import type { ReactNode } from 'react';

import { Button } from '~/components/button';
import { Compare } from '~/components/compare';
import { Field } from '~/components/field';
import { Note } from '~/components/note';
import type { FormState } from '~/form-state';
import { paths } from '~/paths';
import { useFocusFault } from '~/use-focus-fault';

/** Signing in, under each of its addresses. */
export function LogInPage() {
  const redirect = useRedirect();
  return (
    <AuthLayout>
      <h1 className="t-section">Welcome back</h1>
      <div className="mt-6 grid gap-6">
        <Google />
        <CredentialsForm submit="Log in" password="current-password" />
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
    <AuthLayout>
      <h1 className="t-section">Create your account</h1>
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

function CredentialsForm(props: { submit: string; password: 'current-password' | 'new-password'; hint?: string }) {
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

/** The form with the seam through a face beside it. */
function AuthLayout({ children }: { children: ReactNode }) {
  return (
    <main id="main" className="auth">
      <div className="auth__form">{children}</div>
      <aside className="auth__art" aria-hidden="true">
        <Compare still before={{ src: '/art/duo-a.webp', alt: '' }} after={{ src: '/art/duo-b.webp', alt: '' }} />
      </aside>
    </main>
  );
}

const useRedirect = () => useSearchParams()[0].get('redirect') ?? undefined;
