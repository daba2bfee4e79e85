import { Form } from '@remix-run/react';

import type { User } from '#contract/index';

import { AccountField } from '~/components/account-field';
import { Button, ButtonLink } from '~/components/button';
import { Note } from '~/components/note';
import { MyPage } from '~/features/shell/my-page';
import type { FormState } from '~/lib/form-state';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';
import { useIsSending } from '~/lib/use-is-sending';

import { ConfirmIdentity } from './confirm-identity';

interface Props {
  user: User;
  refused?: FormState;
  isGoogleSetUp: boolean;
}

export function DeleteAccount({ user, refused, isGoogleSetUp }: Props) {
  const isBusy = useIsSending();
  useFocusError(refused);
  return (
    <MyPage title="Delete your account?" refused={refused?.message}>
      <div className="grid max-w-[62ch] gap-5">
        <p className="muted break-words">{deletionSummary(user)} It happens at once and can’t be undone.</p>
        {user.subscription?.renews_at ? <Note kind="warn">Your subscription is cancelled first.</Note> : null}
        <Form method="post" className="grid gap-5" noValidate>
          <AccountField />
          <ConfirmIdentity
            user={user}
            isGoogleSetUp={isGoogleSetUp}
            returnTo={paths.myAccount({ step: 'delete' })}
            action="delete"
            error={refused?.fields.password}
          />
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

function deletionSummary({ email, counter_materials, counter_orders, counter_faces, credit_num }: User): string {
  const media = [count(counter_materials, 'upload'), count(counter_orders, 'creation'), count(counter_faces, 'face')];
  return `This deletes the account of ${email} with ${media.join(', ')} and all personal data, and ${count(credit_num, 'credit')} can no longer be used.`;
}

const count = (number: number, name: string) => `${number} ${name}${number === 1 ? '' : 's'}`;
