import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { googleConnectionAction, loadGoogleConnection } from '~/features/account/google-connection.server';
import { AllowGoogle, ConnectGoogle, DisconnectGoogle, PasswordFirst } from '~/features/account/google-connection-page';
import { MyPage } from '~/features/shell/my-page';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { useActionAnswer } from '~/lib/use-action-answer';
import { useFocusError } from '~/lib/use-focus-error';

export const meta = () => pageMeta({ title: 'Sign-in with Google', personal: true });

export const loader = (args: LoaderFunctionArgs) => loadGoogleConnection(args);
export const action = (args: ActionFunctionArgs) => googleConnectionAction(args);

export default function MyGoogle() {
  const { hasOtherWayIn, ...account } = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  const { has_google, google_refused_at } = account.user;
  if (!has_google) {
    return (
      <MyPage title="Connect Google" refused={refused?.message}>
        {google_refused_at ? <AllowGoogle {...account} refused={refused} /> : <ConnectGoogle {...account} />}
      </MyPage>
    );
  }
  return (
    <MyPage title="Disconnect Google?" refused={refused?.message}>
      {hasOtherWayIn ? <DisconnectGoogle {...account} refused={refused} /> : <PasswordFirst />}
    </MyPage>
  );
}
