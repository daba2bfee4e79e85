import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { emailChangeAction, loadEmailChange } from '~/features/account/change-email.server';
import { AskForNewEmail, UseNewEmail } from '~/features/account/change-email-page';
import { isGoogleSetUp } from '~/features/account/google-openid.server';
import { MyPage } from '~/features/shell/my-page';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useFocusError } from '~/lib/use-focus-error';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'E-mail address', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const visitor = await requireUser(args);
  const [user, change] = await Promise.all([visitor.api('my_userinfo', {}), loadEmailChange(visitor, args)]);
  return { user, change, isGoogleSetUp };
}

export const action = (args: ActionFunctionArgs) => emailChangeAction(args);

export default function MyEmail() {
  const { user, change, isGoogleSetUp } = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  if (change.step === 'confirm') {
    return (
      <MyPage title="Use this address?" refused={refused?.message}>
        <UseNewEmail user={user} newEmail={change.newEmail} />
      </MyPage>
    );
  }
  return (
    <MyPage title="Change your e-mail address" refused={refused?.message ?? change.message}>
      <AskForNewEmail user={user} isGoogleSetUp={isGoogleSetUp} refused={refused} />
    </MyPage>
  );
}
