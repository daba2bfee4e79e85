import type { Generated } from 'kysely';
import type { KeyScope, TaskEventType, WebhookEventType } from '#contract';
import type { MadeAt, Time } from './columns';

/** API keys, as SHA-256. */
export interface ApiKeyTable {
  id: string;
  account_id: string;
  hash: Buffer;
  name: string;
  last_four: string;
  scopes: KeyScope[];
  created_at: MadeAt;
  last_used_at: Time | null;
}

export interface WebhookEndpointTable {
  id: string;
  account_id: string;
  url: string;
  description: Generated<string>;
  events: TaskEventType[];
  enabled: Generated<boolean>;
  /** `gone`: answered 410; `failing`: no success for days. */
  disabled_reason: 'user' | 'gone' | 'failing' | null;
  /** Encrypted: signing needs the plain text. */
  secret: Buffer;
  old_secret: Buffer | null;
  old_secret_until: Time | null;
  failing_since: Time | null;
  created_at: MadeAt;
}

export interface WebhookEventTable {
  id: string;
  account_id: string;
  type: WebhookEventType;
  task_id: string | null;
  order_id: string | null;
  kind: 'detection' | 'swap' | 'preview' | null;
  status: 'succeeded' | 'failed' | 'refused' | null;
  error: string | null;
  message: string | null;
  created_at: MadeAt;
}

export interface WebhookDeliveryTable {
  id: string;
  account_id: string;
  event_id: string;
  endpoint_id: string;
  status: Generated<'pending' | 'succeeded' | 'failed'>;
  round_attempts: Generated<number>;
  next_attempt_at: Time | null;
  created_at: MadeAt;
}

export interface WebhookAttemptTable {
  delivery_id: string;
  number: number;
  at: Time;
  status_code: number | null;
  duration_ms: number;
  failure: string | null;
  response: string | null;
}

export interface IntegrationTables {
  api_key: ApiKeyTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_event: WebhookEventTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
}
