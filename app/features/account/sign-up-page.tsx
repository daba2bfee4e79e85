import { Link, useLoaderData } from '@remix-run/react';

import { ButtonLink } from '~/components/button';
import { HoneypotFields } from '~/components/honeypot';
import { Note } from '~/components/note';
import { paths } from '~/lib/paths';

import { AuthLayout } from './auth-layout';
import { CredentialsForm } from './credentials-form';
import { GoogleButton, useRedirect } from './google-button';
import { PurchaseNote } from './purchase-note';
import type { SignUpData } from './sign-up.server';

export function SignUpPage() {
  const data = useLoaderData<SignUpData>();
  return data.step === 'sent' ? <SignUpSent address={data.address} /> : <SignUpForm {...data} />;
}

function SignUpForm({ isGoogleSetUp, honeypot }: SignUpData) {
  const redirect = useRedirect();
  return (
    <AuthLayout title="Create your account">
      <p className="muted mt-3">It starts with free credits, enough to try a few photos.</p>
      <PurchaseNote />
      <div className="mt-6 grid gap-6">
        {isGoogleSetUp ? <GoogleButton /> : null}
        <CredentialsForm
          submit="Sign Up"
          password="new-password"
          hint="At least 8 characters. A short sentence is good."
        >
          <HoneypotFields {...honeypot} />
          <p className="small faint">
            By signing up you accept the{' '}
            <Link className="link" to={paths.terms()}>
              Terms
            </Link>{' '}
            and have read the{' '}
            <Link className="link" to={paths.policy()}>
              Privacy Policy
            </Link>
            .
          </p>
        </CredentialsForm>
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

/** Equal for every address: must not reveal whether an account exists. */
function SignUpSent({ address }: { address: string | null }) {
  const redirect = useRedirect();
  return (
    <AuthLayout title="Check your e-mail">
      <div className="mt-6 grid gap-6">
        <Note icon="mail">
          We wrote to {address ? <b>{address}</b> : 'you'}. Follow the link in the mail to confirm your address: in this
          browser it logs you in as well.
        </Note>
        <ButtonLink size="large" block to={paths.loginGoogle(redirect)}>
          Log in
        </ButtonLink>
        <p className="muted">
          Nothing there after a few minutes? Look among the unwanted mails, or{' '}
          <Link className="link" to={paths.signup(redirect)}>
            try again
          </Link>{' '}
          with the address spelled as it should be.
        </p>
      </div>
    </AuthLayout>
  );
}
