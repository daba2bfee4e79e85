import { redirect, type ActionFunctionArgs, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';

import { Pager } from '~/components/pager';
import { ApiTabs } from '~/features/integration/api-tabs';
import { DeliveryLog } from '~/features/integration/delivery-log';
import { EndpointButtons, EndpointSecret, EndpointSettings } from '~/features/integration/endpoint-actions';
import { EndpointState } from '~/features/integration/endpoint-state';
import { NewSecret } from '~/features/integration/new-secret';
import { webhooksAction } from '~/features/integration/webhooks-action.server';
import { loadEndpoint } from '~/features/integration/load-endpoint.server';
import { MyPage } from '~/features/shell/my-page';
import { useRefreshWhile } from '~/lib/use-refresh-while';
import { RefreshWithoutScript } from '~/components/refresh-without-script';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { requireUser } from '~/server/guards.server';
import { useFocusError } from '~/lib/use-focus-error';
import { refusalIn, useActionAnswer } from '~/lib/use-action-answer';

export const meta = () => pageMeta({ title: 'Webhook', personal: true });

/** May contain a secret. */
export const headers = () => ({ 'cache-control': 'private, no-store' });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const found = await loadEndpoint(api, args.request);
  if (!found) throw redirect(paths.myWebhooks());
  return found;
}

export const action = (args: ActionFunctionArgs) => webhooksAction(args);

interface Answer {
  created?: { secret: string };
}

export default function MyWebhook() {
  const { endpoint, deliveries, isSending } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<Answer>();
  const created = answer?.created;
  const refused = refusalIn(answer);
  useFocusError(refused);
  const { endpoint_id, url, enabled } = endpoint;
  useRefreshWhile(isSending);
  return (
    <MyPage title="Webhook" aside={<ApiTabs now="webhooks" />} refused={refused?.message}>
      {isSending && !created ? <RefreshWithoutScript seconds={2} /> : null}
      <div className="grid gap-2">
        <p className="break-all">
          <b>{url}</b> <EndpointState endpoint={endpoint} />
        </p>
        <p>
          <Link className="link small" to={paths.myWebhooks()}>
            All webhooks
          </Link>
        </p>
      </div>
      {created ? (
        <NewSecret title="The new signing secret" label={new URL(url).host} secret={created.secret}>
          Every request from now on is signed with it.
        </NewSecret>
      ) : null}
      <EndpointButtons endpoint={endpoint} />
      <section className="grid gap-3" aria-labelledby="deliveries">
        <h2 className="t-card" id="deliveries">
          Deliveries
        </h2>
        {deliveries.items.length === 0 ? (
          <p className="muted">Nothing was sent yet. Every request of the last 30 days stands here, with its answer.</p>
        ) : (
          <DeliveryLog deliveries={deliveries.items} canResend={enabled} />
        )}
        <Pager
          page={deliveries.page}
          perPage={deliveries.per_page}
          total={deliveries.total}
          href={(page) => paths.myWebhook(endpoint_id, { page })}
        />
      </section>
      <EndpointSettings endpoint={endpoint} refused={refused} />
      <EndpointSecret endpoint={endpoint} />
    </MyPage>
  );
}
