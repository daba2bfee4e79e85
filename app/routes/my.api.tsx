import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { integrationLimits } from '#contract/integration-limits';

import { Icon } from '~/components/icon';
import { ApiTabs } from '~/features/integration/api-tabs';
import { KeyList } from '~/features/integration/key-list';
import { NewKey } from '~/features/integration/new-key';
import { NewSecret } from '~/features/integration/new-secret';
import { keysAction } from '~/features/integration/keys-action.server';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import { pageMeta } from '~/lib/meta';
import { isGoogleSetUp } from '~/features/account/google-openid.server';
import { requireUser } from '~/server/guards.server';
import { useFocusError } from '~/lib/use-focus-error';
import { refusalIn, useActionAnswer } from '~/lib/use-action-answer';

export const meta = () => pageMeta({ title: 'API keys', personal: true });

/** May contain a secret. */
export const headers = () => ({ 'cache-control': 'private, no-store' });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const [user, { items }] = await Promise.all([api('my_userinfo', {}), api('my_api_keys', {})]);
  return { user, keys: items, isGoogleSetUp };
}

export const action = (args: ActionFunctionArgs) => keysAction(args);

interface Answer {
  created?: { name: string; secret: string };
}

export default function MyApi() {
  const { user, keys, isGoogleSetUp } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<Answer>();
  const created = answer?.created;
  const refused = refusalIn(answer);
  useFocusError(refused);
  const isFull = keys.length >= integrationLimits.apiKeys;
  return (
    <MyPage title="API keys" aside={<ApiTabs now="keys" />} refused={refused?.message}>
      <p className="muted max-w-[62ch]">
        A key lets a program use your account, without your password. It cannot change the account, pay, or make keys.
      </p>
      {created ? (
        <NewSecret title="Your new key" label={created.name} secret={created.secret}>
          Send it with every call: <code>Authorization: Bearer fsk_…</code>
        </NewSecret>
      ) : null}
      {keys.length === 0 ? (
        <EmptyState art={<Icon name="code" size={24} />} title="No keys yet">
          Each program gets its own key, so that one can be revoked without the others.
        </EmptyState>
      ) : (
        <KeyList keys={keys} />
      )}
      {isFull ? (
        <p className="muted">
          These are {integrationLimits.apiKeys} keys, as many as an account may have. Revoke one to make another.
        </p>
      ) : (
        <NewKey key={keys.length} user={user} isGoogleSetUp={isGoogleSetUp} refused={refused} />
      )}
    </MyPage>
  );
}
