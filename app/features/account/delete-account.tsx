import type { User } from '#contract/index';

import { Note } from '~/components/note';
import { MyPage } from '~/features/shell/my-page';
import { credits } from '~/lib/credits';
import { formatCount } from '~/lib/format';
import { paths } from '~/lib/paths';
import { useFocusError } from '~/lib/use-focus-error';

import { IdentityForm, type Identity } from './identity-form';

export function DeleteAccount({ user, refused, isGoogleSetUp }: Identity) {
  useFocusError(refused);
  return (
    <MyPage title="Delete your account?" refused={refused?.message}>
      <IdentityForm
        user={user}
        isGoogleSetUp={isGoogleSetUp}
        refused={refused}
        returnTo={paths.myAccount({ step: 'delete' })}
        action="delete"
        submit="Delete my account"
        intent="delete"
        look="danger"
        cancel="Keep it"
      >
        <p className="muted break-words">{deletionSummary(user)} It happens at once and can’t be undone.</p>
        {user.subscription?.renews_at ? <Note kind="warn">Your subscription is cancelled first.</Note> : null}
      </IdentityForm>
    </MyPage>
  );
}

function deletionSummary({ email, counter_materials, counter_orders, counter_faces, credit_num }: User): string {
  const media = [
    formatCount(counter_materials, 'upload'),
    formatCount(counter_orders, 'creation'),
    formatCount(counter_faces, 'face'),
  ];
  return `This deletes the account of ${email} with ${media.join(', ')} and all personal data, and ${credits(credit_num)} can no longer be used.`;
}
