import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';

import { exportAction, type ExportAnswer } from '~/features/account/data-export.server';
import { AskForExport, ExportReady } from '~/features/account/data-export-page';
import { isGoogleSetUp } from '~/features/account/google-openid.server';
import { MyPage } from '~/features/shell/my-page';
import { pageMeta } from '~/lib/meta';
import { useFocusError } from '~/lib/use-focus-error';
import { refusalIn, useActionAnswer } from '~/lib/use-action-answer';
import { requireUser } from '~/server/guards.server';

export const meta = () => pageMeta({ title: 'Download my data', personal: true });

/** Has signed links. */
export const headers = () => ({ 'cache-control': 'private, no-store' });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  return { user: await api('my_userinfo', {}), isGoogleSetUp };
}

export const action = (args: ActionFunctionArgs) => exportAction(args);

export default function MyData() {
  const { user, isGoogleSetUp } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<ExportAnswer>();
  const refused = refusalIn(answer);
  useFocusError(refused);
  return (
    <MyPage title="Download my data" refused={refused?.message}>
      {answer?.ready ? (
        <ExportReady ready={answer.ready} />
      ) : (
        <AskForExport user={user} isGoogleSetUp={isGoogleSetUp} refused={refused} />
      )}
    </MyPage>
  );
}
