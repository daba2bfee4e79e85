import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';

import { integrationLimits } from '#contract/integration-limits';

import { Icon } from '~/components/icon';
import { ApiTabs } from '~/features/integration/api-tabs';
import { EndpointList } from '~/features/integration/endpoint-list';
import { NewEndpoint } from '~/features/integration/new-endpoint';
import { NewSecret } from '~/features/integration/new-secret';
import { webhooksAction } from '~/features/integration/webhooks-action.server';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { requireUser } from '~/server/guards.server';
import { useFocusError } from '~/lib/use-focus-error';
import { refusalIn, useActionAnswer } from '~/lib/use-action-answer';

export const meta = () => pageMeta({ title: 'Webhooks', personal: true });

/** May contain a secret. */
export const headers = () => ({ 'cache-control': 'private, no-store' });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const { items } = await api('my_webhooks', {});
  return { endpoints: items };
}

export const action = (args: ActionFunctionArgs) => webhooksAction(args);

interface Answer {
  created?: { endpoint_id: string; url: string; secret: string };
}

export default function MyWebhooks() {
  const { endpoints } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<Answer>();
  const created = answer?.created;
  const refused = refusalIn(answer);
  useFocusError(refused);
  return (
    <MyPage title="Webhooks" aside={<ApiTabs now="webhooks" />} refused={refused?.message}>
      <p className="muted max-w-[62ch]">
        When a task ends, a signed request tells your server. Failed requests are repeated for a day.
      </p>
      {created ? (
        <NewSecret title="The signing secret" label={new URL(created.url).host} secret={created.secret}>
          Verify the header <code>Faceswap-Signature</code> of every request with it. Then{' '}
          <Link className="link" to={paths.myWebhook(created.endpoint_id)}>
            send a test event
          </Link>
          .
        </NewSecret>
      ) : null}
      {endpoints.length === 0 ? (
        <EmptyState art={<Icon name="code" size={24} />} title="No webhooks yet">
          Without one, a program asks for the result again and again. With one, it is told.
        </EmptyState>
      ) : (
        <EndpointList endpoints={endpoints} />
      )}
      {endpoints.length >= integrationLimits.webhooks ? (
        <p className="muted">
          These are {integrationLimits.webhooks} endpoints, as many as an account may have. Delete one to add another.
        </p>
      ) : (
        <NewEndpoint key={endpoints.length} refused={refused} />
      )}
    </MyPage>
  );
}
