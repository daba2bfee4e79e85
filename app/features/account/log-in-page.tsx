import { Link, useLoaderData } from '@remix-run/react';

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
        <GoogleButton isSetUp={isGoogleSetUp} />
        <CredentialsForm submit="Log in" password="current-password" address={address} aside={forgotten} />
        <PasskeyLogin />
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
