import type { User } from '#contract/index';

import { buttonClass } from '~/components/button';
import { PasswordField } from '~/components/password-field';
import { paths } from '~/lib/paths';

interface Props {
  user: Pick<User, 'email' | 'has_password' | 'has_google'>;
  isGoogleSetUp: boolean;
  /** Return page after the Google sign-in. */
  returnTo: string;
  /** Within a sentence, e.g. "delete". */
  action: string;
  error?: string;
}

/** By password, or a recent Google sign-in. */
export function ConfirmIdentity({ user, isGoogleSetUp, returnTo, action, error }: Props) {
  if (!user.has_password)
    return <ConfirmWithGoogle canUse={isGoogleSetUp && user.has_google} back={returnTo} then={action} />;
  return (
    <>
      <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label="Your password"
        name="password"
        autoComplete="current-password"
        required
        hint="So that nobody else does this in your name."
        error={error}
      />
    </>
  );
}

function ConfirmWithGoogle({ canUse, back, then }: { canUse: boolean; back: string; then: string }) {
  if (!canUse) return <p className="muted">Log out and in again first, so that nobody else does this in your name.</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="muted">So that nobody else does this in your name, sign in with Google once more, then {then}.</p>
      <a className={buttonClass({})} href={paths.startGoogle(back, { again: '1' })}>
        Continue with Google
      </a>
    </div>
  );
}
