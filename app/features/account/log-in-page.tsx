import { Link, useLoaderData } from '@remix-run/react';

import { ButtonLink } from '~/components/button';
import { paths } from '~/lib/paths';

import { AuthLayout } from './auth-layout';
import { CredentialsForm } from './credentials-form';
import { GoogleButton, useRedirect } from './google-button';
import { PasskeyLogin } from './passkey-login';
import { PurchaseNote } from './purchase-note';
import type { SignInData } from './sign-in.server';

export function LogInPage() {
  const { isGoogleSetUp, address } = useLoaderData<SignInData>();
  const redirect = useRedirect();
  const forgotten = (
    <Link className="link" to={paths.passwordReset({ redirect })}>
      Forgot it?
    </Link>
  );
  return (
    <AuthLayout title="Welcome back">
      <PurchaseNote />
      <div className="mt-6 grid gap-6">
        {isGoogleSetUp ? <GoogleButton /> : null}
        <CredentialsForm submit="Log in" password="current-password" address={address} aside={forgotten} />
        <PasskeyLogin />
        <div className="grid gap-3">
          <p className="muted">New here?</p>
          <ButtonLink size="large" block to={paths.signup(redirect)}>
            Create an account
          </ButtonLink>
        </div>
        {isGoogleSetUp ? null : <p className="hint">Signing in with Google is not available on this site.</p>}
      </div>
    </AuthLayout>
  );
}
