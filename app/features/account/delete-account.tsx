import { Form, useNavigation } from '@remix-run/react';

import type { User } from '#contract/index';

import { Button, ButtonLink, buttonClass } from '~/components/button';
import { Note } from '~/components/note';
import { PasswordField } from '~/components/password-field';
import { MyPage } from '~/features/my/my-page';
import type { FormState } from '~/form-state';
import { paths } from '~/paths';
import { useFocusFault } from '~/use-focus-fault';

interface Props {
  user: User;
  refused?: FormState;
  isGoogleSetUp: boolean;
}

/** What goes, and the one thing to show before: that it is you. */
export function DeleteAccount({ user, refused, isGoogleSetUp }: Props) {
  const isBusy = useNavigation().formMethod === 'POST';
  useFocusFault(refused);
  return (
    <MyPage title="Delete your account?" refused={refused?.message}>
      <div className="grid max-w-[62ch] gap-5">
        <p className="muted">{whatGoes(user)} It happens at once and can’t be undone.</p>
        {user.subscription ? <Note kind="warn">Your subscription is cancelled first.</Note> : null}
        <Form method="post" className="grid gap-5" noValidate>
          <input type="email" name="username" autoComplete="username" value={user.email} readOnly hidden />
          {user.has_password ? (
            <PasswordField
              label="Your password"
              name="password"
              autoComplete="current-password"
              required
              hint="So that nobody else does this in your name."
              fault={refused?.fields.password}
            />
          ) : (
            <ShowByGoogle isSetUp={isGoogleSetUp} />
          )}
          <div className="flex flex-wrap gap-3">
            <Button type="submit" name="intent" value="delete" look="danger" busy={isBusy}>
              Delete my account
            </Button>
            <ButtonLink look="ghost" to={paths.myAccount()}>
              Keep it
            </ButtonLink>
          </div>
        </Form>
      </div>
    </MyPage>
  );
}

/** Without a password, a sign-in of the last minutes shows who it is. */
function ShowByGoogle({ isSetUp }: { isSetUp: boolean }) {
  const back = paths.myAccount({ step: 'delete' });
  if (!isSetUp) return <p className="muted">Log out and in again first, so that nobody else does this in your name.</p>;
  return (
    <div className="grid justify-items-start gap-3">
      <p className="muted">So that nobody else does this in your name, sign in with Google once more, then delete.</p>
      <a className={buttonClass({})} href={paths.startGoogle(back, { again: '1' })}>
        Continue with Google
      </a>
    </div>
  );
}

function whatGoes({ counter_materials, counter_orders, counter_faces, credit_num }: User): string {
  const media = [count(counter_materials, 'upload'), count(counter_orders, 'creation'), count(counter_faces, 'face')];
  return `This removes ${media.join(', ')} and your personal data, and ${count(credit_num, 'credit')} can no longer be used.`;
}

const count = (number: number, name: string) => `${number} ${name}${number === 1 ? '' : 's'}`;
