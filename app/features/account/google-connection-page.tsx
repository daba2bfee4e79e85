import { Link } from '@remix-run/react';

import type { User } from '#contract/index';

import { ButtonLink, buttonClass } from '~/components/button';
import { Note } from '~/components/note';
import { Time } from '~/components/time';
import { paths } from '~/lib/paths';

import { IdentityForm, type Identity } from './identity-form';

export function DisconnectGoogle({ user, isGoogleSetUp, refused }: Identity) {
  return (
    <IdentityForm
      user={user}
      isGoogleSetUp={isGoogleSetUp}
      refused={refused}
      returnTo={paths.myGoogle()}
      action="disconnect it"
      submit="Disconnect Google"
      intent="disconnect"
      look="danger"
      cancel="Keep it"
    >
      <p className="muted">
        Once disconnected,{' '}
        {user.google_email ? (
          <>
            the Google account <b className="break-words">{user.google_email}</b>
          </>
        ) : (
          'your Google account'
        )}{' '}
        no longer logs you in, and all other devices are logged out. You stay logged in here.
      </p>
      {isSameMailbox(user) ? (
        <p className="muted">
          This address can still set a new password by mail. If other people read it,{' '}
          <Link className="link" to={paths.myEmail()}>
            use another address
          </Link>{' '}
          for your account, too.
        </p>
      ) : null}
    </IdentityForm>
  );
}

const isSameMailbox = ({ email, google_email }: User) => email.toLowerCase() === google_email?.toLowerCase();

/** Instead of the form: nothing else would log in. */
export function PasswordFirst() {
  return (
    <div className="grid max-w-[62ch] justify-items-start gap-5">
      <p className="muted">
        Your account has no password yet, so Google is the only way to log in. Set a password first: we send you a link.
        Log in with it, then disconnect Google here.
      </p>
      <div className="flex flex-wrap gap-3">
        <ButtonLink look="primary" to={paths.passwordChange()}>
          Set a password
        </ButtonLink>
        <ButtonLink look="ghost" to={paths.myAccount()}>
          Back
        </ButtonLink>
      </div>
    </div>
  );
}

export function AllowGoogle({ user, isGoogleSetUp, refused }: Identity) {
  return (
    <IdentityForm
      user={user}
      isGoogleSetUp={isGoogleSetUp}
      refused={refused}
      returnTo={paths.myGoogle()}
      action="connect it"
      submit="Allow Google again"
      intent="allow"
      cancel="Back"
    >
      <p className="muted">
        You disconnected Google{' '}
        {user.google_refused_at ? (
          <>
            on <Time value={user.google_refused_at} />
          </>
        ) : null}
        . Since then, no Google account logs you in, not even that of your e-mail address.
      </p>
    </IdentityForm>
  );
}

export function ConnectGoogle({ user, isGoogleSetUp }: Omit<Identity, 'refused'>) {
  if (!isGoogleSetUp) {
    return (
      <div className="grid max-w-[62ch] justify-items-start gap-5">
        <Note>Signing in with Google is not available on this site.</Note>
        <ButtonLink to={paths.myAccount()}>Back</ButtonLink>
      </div>
    );
  }
  return (
    <div className="grid max-w-[62ch] justify-items-start gap-5">
      <p className="muted">
        Choose the Google account of <b className="break-all">{user.email}</b>: from then on, it logs you in, too.
        {user.email_verified
          ? ' One with another address connects only within 10 minutes after you have logged in.'
          : ''}
      </p>
      <div className="flex flex-wrap gap-3">
        <a className={buttonClass({ look: 'primary' })} href={paths.startGoogle(paths.myAccount(), { again: '1' })}>
          Continue with Google
        </a>
        <ButtonLink look="ghost" to={paths.myAccount()}>
          Back
        </ButtonLink>
      </div>
    </div>
  );
}
