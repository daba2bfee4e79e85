import { Link } from '@remix-run/react';

import type { WebhookEndpoint } from '#contract/index';

import { paths } from '~/lib/paths';

import { EndpointState } from './endpoint-state';

export function EndpointList({ endpoints }: { endpoints: WebhookEndpoint[] }) {
  return (
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
  );
}
