import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react';

import { integrationLimits } from '#contract/integration-limits';

import { AccountField } from '~/components/account-field';
import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { ApiTabs } from '~/features/integration/api-tabs';
import { EndpointFields } from '~/features/integration/endpoint-fields';
import { EndpointState } from '~/features/integration/endpoint-state';
import { NewSecret } from '~/features/integration/new-secret';
import { webhooksAction } from '~/features/integration/webhooks-action.server';
import { MyPage } from '~/features/shell/my-page';
import { EmptyState } from '~/components/empty-state';
import type { FormState } from '~/lib/form-state';
import { pageMeta } from '~/lib/meta';
import { paths } from '~/lib/paths';
import { requireUser } from '~/server/guards.server';
import { useFocusError } from '~/lib/use-focus-error';
import { useActionAnswer } from '~/lib/use-action-answer';

export const meta = () => pageMeta({ title: 'Webhooks', personal: true });

/** May contain a secret. */
export const headers = () => ({ 'cache-control': 'private, no-store' });

export async function loader(args: LoaderFunctionArgs) {
  const { api } = await requireUser(args);
  const { items } = await api('my_webhooks', {});
  return { endpoints: items };
}

export const action = (args: ActionFunctionArgs) => webhooksAction(args);

type Answer = Partial<FormState> & { created?: { endpoint_id: string; url: string; secret: string } };

export default function MyWebhooks() {
  const { endpoints } = useLoaderData<typeof loader>();
  const answer = useActionAnswer<Answer>();
  const created = answer?.created;
  const refused = answer?.fields ? (answer as FormState) : undefined;
  const isBusy = useNavigation().formData?.get('intent') === 'create';
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
        <ul className="grid gap-2" aria-label="Webhook endpoints">
          {endpoints.map((endpoint) => (
            <li key={endpoint.endpoint_id} className="card integration">
              <div className="grid min-w-0 gap-1">
                <h2 className="integration__name">
                  <Link className="link break-all" to={paths.myWebhook(endpoint.endpoint_id)}>
                    {endpoint.url}
                  </Link>{' '}
                  <EndpointState endpoint={endpoint} />
                </h2>
                {endpoint.description ? <p className="small muted">{endpoint.description}</p> : null}
                <p className="flex flex-wrap gap-2">
                  {endpoint.events.map((event) => (
                    <span key={event} className="badge">
                      {event}
                    </span>
                  ))}
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
      {endpoints.length >= integrationLimits.webhooks ? (
        <p className="muted">
          These are {integrationLimits.webhooks} endpoints, as many as an account may have. Delete one to add another.
        </p>
      ) : (
        <section className="grid max-w-[62ch] gap-5" aria-labelledby="new-webhook" key={endpoints.length}>
          <h2 className="t-card" id="new-webhook">
            New endpoint
          </h2>
          <Form method="post" className="grid gap-5" noValidate>
            <AccountField />
            <EndpointFields refused={refused} />
            <Button
              type="submit"
              look="primary"
              name="intent"
              value="create"
              busy={isBusy}
              className="justify-self-start"
            >
              Add the endpoint
            </Button>
          </Form>
        </section>
      )}
    </MyPage>
  );
}
