import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { CodesOff, CodesOn, ScanCode } from '~/features/account/codes-page';
import { codesAction, type CodesAnswer } from '~/features/account/codes.server';
import { isGoogleSetUp } from '~/features/account/google-openid.server';
import { RecoveryCodes } from '~/features/account/recovery-codes';
import { MyPage } from '~/features/shell/my-page';
import { pageMeta } from '~/lib/meta';
import { useFocusError } from '~/lib/use-focus-error';
import { refusalIn, useActionAnswer } from '~/lib/use-action-answer';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'One-time codes', personal: true });

/** May contain secrets. */
export const headers = () => ({ 'cache-control': 'private, no-store' });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const [user, steps] = await Promise.all([api('my_userinfo', {}), api('my_second_steps', {})]);
  return { user, steps, isGoogleSetUp };
}

export const action = (args: ActionFunctionArgs) => codesAction(args);

export default function MyCodes() {
  const { user, steps, isGoogleSetUp } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<CodesAnswer>();
  const refused = refusalIn(answer);
  useFocusError(refused);
  const identity = { user, isGoogleSetUp, refused };
  return (
    <MyPage title="One-time codes" refused={refused?.message}>
      {answer?.recoveryCodes ? (
        <RecoveryCodes codes={answer.recoveryCodes} email={user.email} />
      ) : answer?.scan ? (
        <ScanCode scan={answer.scan} refused={refused} />
      ) : steps.codes_since ? (
        <CodesOn since={steps.codes_since} left={steps.recovery_codes_left} {...identity} />
      ) : (
        <CodesOff {...identity} />
      )}
    </MyPage>
  );
}
