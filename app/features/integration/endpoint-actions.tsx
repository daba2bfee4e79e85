import { Form } from '@remix-run/react';

import type { WebhookEndpoint } from '#contract/index';

import { Button } from '~/components/button';
import { Check } from '~/components/field';
import { Time } from '~/components/time';
import { DeleteButton } from '~/components/delete-button';
import type { FormState } from '~/lib/form-state';
import { useIsSending } from '~/lib/use-is-sending';

import { EndpointFields } from './endpoint-fields';

interface Props {
  endpoint: WebhookEndpoint;
  refused?: FormState;
}

export function EndpointSettings({ endpoint, refused }: Props) {
  const isBusy = useIsSending('update');
  return (
    <section className="grid max-w-[62ch] gap-5" aria-labelledby="settings">
      <h2 className="t-card" id="settings">
        Settings
      </h2>
      <Form method="post" className="grid gap-5" noValidate key={String(endpoint.enabled)}>
        <input type="hidden" name="endpoint_id" value={endpoint.endpoint_id} />
        <EndpointFields endpoint={endpoint} refused={refused} />
        <Check name="enabled" value="true" defaultChecked={endpoint.enabled}>
          <b>Switched on</b>: events are sent
        </Check>
        <Button type="submit" name="intent" value="update" busy={isBusy} className="justify-self-start">
          Save
        </Button>
      </Form>
    </section>
  );
}

export function EndpointSecret({ endpoint }: { endpoint: WebhookEndpoint }) {
  const isBusy = useIsSending('rotate');
  const { endpoint_id, old_secret_until } = endpoint;
  return (
    <section className="grid max-w-[62ch] gap-5" aria-labelledby="secret">
      <h2 className="t-card" id="secret">
        Signing secret
      </h2>
      {old_secret_until ? (
        <p className="small muted">
          The secret before this one signs as well until <Time value={old_secret_until} withTime />.
        </p>
      ) : null}
      <Form method="post" className="grid gap-5">
        <input type="hidden" name="endpoint_id" value={endpoint_id} />
        <Check name="keep_old" value="true" defaultChecked>
          Sign with the old secret, too, for 24 hours. Not if it may have leaked.
        </Check>
        <Button type="submit" name="intent" value="rotate" busy={isBusy} className="justify-self-start">
          Create a new secret
        </Button>
      </Form>
    </section>
  );
}

export function EndpointButtons({ endpoint: { endpoint_id, enabled } }: { endpoint: WebhookEndpoint }) {
  const isBusy = useIsSending('ping');
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Form method="post">
        <input type="hidden" name="endpoint_id" value={endpoint_id} />
        <Button type="submit" name="intent" value="ping" busy={isBusy} disabled={!enabled}>
          Send a test event
        </Button>
      </Form>
      <DeleteButton
        name="this endpoint"
        isWide
        title="Delete this endpoint?"
        consequence="Nothing more is sent to it, and its log goes, too."
        fields={{ intent: 'delete', endpoint_id }}
      />
    </div>
  );
}
