import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { isGoogleSetUp } from '~/features/account/google-openid.server';
import { NewPasskey, PasskeyList } from '~/features/account/passkeys-page';
import { passkeysAction } from '~/features/account/passkeys.server';
import { MyPage } from '~/features/shell/my-page';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'Passkeys', personal: true });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const [user, { items }] = await Promise.all([api('my_userinfo', {}), api('my_passkeys', {})]);
  return { user, passkeys: items, isGoogleSetUp };
}

export const action = (args: ActionFunctionArgs) => passkeysAction(args);

export default function MyPasskeys() {
  const { user, passkeys, isGoogleSetUp } = useLoaderData<typeof loader>();
  const refused = useActionAnswer<FormState>();
  useFocusError(refused);
  // A passkey that is there shows them itself.
  const ofNew = refused?.values.passkey_id ? undefined : Object.values(refused?.fields ?? {})[0];
  return (
    <MyPage title="Passkeys" refused={refused?.message ?? ofNew}>
      <p className="muted max-w-[62ch]">
        A passkey logs you in by fingerprint, face or PIN of your device, without password and code. Your fingerprint
        and face stay on the device.
      </p>
      {passkeys.length > 0 ? (
        <PasskeyList passkeys={passkeys} user={user} isGoogleSetUp={isGoogleSetUp} refused={refused} />
      ) : null}
      <NewPasskey key={passkeys.length} user={user} isGoogleSetUp={isGoogleSetUp} />
    </MyPage>
  );
}
