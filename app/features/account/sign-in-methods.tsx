import { Form } from '@remix-run/react';
import type { ReactNode } from 'react';

import type { Output, User } from '#contract/index';

import { Button, ButtonLink } from '~/components/button';
import { Time } from '~/components/time';
import { formatCount } from '~/lib/format';
import { paths } from '~/lib/paths';

interface Props {
  user: User;
  isGoogleSetUp: boolean;
  secondSteps: Output<'my_second_steps'>;
}

export function SignInMethods({ user, isGoogleSetUp, secondSteps }: Props) {
  return (
    <section className="grid gap-2" aria-labelledby="sign-in-ways">
      <h2 className="t-card" id="sign-in-ways">
        Login
      </h2>
      <dl className="rows">
        <EmailRow user={user} />
        <SettingRow name="Password" says={user.has_password ? <PasswordSet at={user.password_set_at} /> : 'None yet'}>
          <ButtonLink size="small" to={paths.passwordChange()} aria-label={changeLabel(user)}>
            {user.has_password ? 'Change' : 'Set one'}
          </ButtonLink>
        </SettingRow>
        {user.has_google || isGoogleSetUp ? <GoogleRow user={user} /> : null}
        <SettingRow name="Passkeys" says="Log in by fingerprint, face or PIN of your device.">
          <ButtonLink size="small" to={paths.myPasskeys()} aria-label="Manage passkeys">
            Manage
          </ButtonLink>
        </SettingRow>
        <OneTimeCodesRow {...secondSteps} />
      </dl>
    </section>
  );
}

function OneTimeCodesRow({ codes_since, recovery_codes_left }: Output<'my_second_steps'>) {
  const says = codes_since ? (
    <>
      On since <Time value={codes_since} />, {formatCount(recovery_codes_left, 'recovery code')} left
    </>
  ) : (
    'Off. A code from your phone, asked for at each login.'
  );
  return (
    <SettingRow name="One-time codes" says={says}>
      <ButtonLink size="small" to={paths.myCodes()} aria-label={codes_since ? 'Change one-time codes' : undefined}>
        {codes_since ? 'Change' : 'Set up codes'}
      </ButtonLink>
    </SettingRow>
  );
}

const changeLabel = (user: User) => (user.has_password ? 'Change the password' : 'Set a password');

function GoogleRow({ user }: { user: User }) {
  return (
    <SettingRow name="Google" says={<GoogleStatus user={user} />}>
      <ButtonLink
        size="small"
        to={paths.myGoogle()}
        aria-label={user.has_google ? 'Disconnect Google' : 'Connect Google'}
      >
        {user.has_google ? 'Disconnect' : 'Connect'}
      </ButtonLink>
    </SettingRow>
  );
}

function GoogleStatus({ user: { google_since, google_email, google_refused_at } }: { user: User }) {
  if (google_since) {
    return (
      <>
        Connected since <Time value={google_since} />
        {google_email ? (
          <>
            : <span className="break-words">{google_email}</span>
          </>
        ) : null}
      </>
    );
  }
  if (!google_refused_at) return 'Not connected';
  return (
    <>
      Disconnected on <Time value={google_refused_at} />
    </>
  );
}

function PasswordSet({ at }: { at: string | null }) {
  return at ? (
    <>
      Set on <Time value={at} />
    </>
  ) : (
    'Set'
  );
}

function EmailRow({ user }: { user: User }) {
  const says = (
    <>
      <span className="break-all">{user.email}</span>{' '}
      <span className={`badge ${user.email_verified ? 'badge--green' : ''}`}>
        {user.email_verified ? 'Confirmed' : 'Not confirmed'}
      </span>
    </>
  );
  return (
    <SettingRow name="E-mail" says={says}>
      <div className="flex flex-wrap gap-2">
        {user.email_verified ? null : (
          <Form method="post">
            <Button type="submit" size="small" name="intent" value="resend-activation">
              Send the mail again
            </Button>
          </Form>
        )}
        <ButtonLink size="small" to={paths.myEmail()} aria-label="Change the e-mail address">
          Change
        </ButtonLink>
      </div>
    </SettingRow>
  );
}

export function SettingRow({ name, says, children }: { name: string; says: ReactNode; children?: ReactNode }) {
  return (
    <div className="rows__row">
      <dt>{name}</dt>
      <dd>{says}</dd>
      {children ? <dd className="rows__act">{children}</dd> : null}
    </div>
  );
}
