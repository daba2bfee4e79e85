import { useFetcher } from '@remix-run/react';

import type { WebhookDelivery } from '#contract/index';

import { Button } from '~/components/button';
import { Time } from '~/components/time';
import type { FormState } from '~/lib/form-state';
import { formatCount } from '~/lib/format';

import { DeliveryState } from './endpoint-state';

interface Props {
  deliveries: WebhookDelivery[];
  canResend: boolean;
}

export function DeliveryLog({ deliveries, canResend }: Props) {
  return (
    <ul className="grid gap-2" aria-label="Deliveries">
      {deliveries.map((delivery) => (
        <Delivery key={delivery.delivery_id} delivery={delivery} canResend={canResend} />
      ))}
    </ul>
  );
}

function Delivery({ delivery, canResend }: { delivery: WebhookDelivery; canResend: boolean }) {
  const { type, status, attempts, next_attempt_at, created_at, event_id } = delivery;
  return (
    <li className="card integration">
      <div className="grid min-w-0 gap-1">
        <h3 className="integration__name">
          {type} <DeliveryState status={status} />
        </h3>
        <p className="small muted">
          <Time value={created_at} withTime />
          {next_attempt_at && attempts.length > 0 ? (
            <>
              , next attempt <Time value={next_attempt_at} withTime />
            </>
          ) : null}
        </p>
        <p className="tiny faint break-all">{event_id}</p>
        <Attempts attempts={attempts} />
      </div>
      {canResend ? <Resend delivery={delivery} /> : null}
    </li>
  );
}

function Attempts({ attempts }: Pick<WebhookDelivery, 'attempts'>) {
  if (attempts.length === 0) return null;
  return (
    <details className="small">
      <summary className="link">{formatCount(attempts.length, 'attempt')}</summary>
      <ol className="attempts">
        {attempts.map(({ at, status_code, duration_ms, failure, response }) => (
          <li key={at}>
            <p className="tabular-nums">
              <Time value={at} withTime />: {status_code ?? 'no answer'}, {duration_ms} ms
            </p>
            {failure ? <p className="text-error">{failure}</p> : null}
            {response ? <code className="break-all">{response}</code> : null}
          </li>
        ))}
      </ol>
    </details>
  );
}

/** A plain form without script. */
function Resend({ delivery }: { delivery: WebhookDelivery }) {
  const { Form, state, data } = useFetcher<FormState>();
  return (
    <Form method="post" className="grid justify-items-end gap-1">
      <input type="hidden" name="delivery_id" value={delivery.delivery_id} />
      <Button
        type="submit"
        size="small"
        name="intent"
        value="resend"
        busy={state !== 'idle'}
        aria-label={`Send ${delivery.type} again`}
      >
        Send again
      </Button>
      {data?.message ? (
        <p className="small text-error" role="alert">
          {data.message}
        </p>
      ) : null}
    </Form>
  );
}
