import type { ColumnType, Generated } from 'kysely';
import type { KeyScope, TaskEventType, WebhookEventType } from '#contract';

type Time = ColumnType<Date, Date | string, Date | string>;
type MadeAt = ColumnType<Date, Date | string | undefined, never>;

/** Keys for programs: only their SHA-256 is kept. */
export interface ApiKeyTable {
  id: string;
  account_id: string;
  hash: Buffer;
  name: string;
  last_four: string;
  scopes: KeyScope[];
  created_at: MadeAt;
  /** Written at most once a minute. */
  last_used_at: Time | null;
}

export interface WebhookEndpointTable {
  id: string;
  account_id: string;
  url: string;
  description: Generated<string>;
  events: TaskEventType[];
  enabled: Generated<boolean>;
  /** user: switched off; gone: it answered 410; failing: no success for days. */
  disabled_reason: 'user' | 'gone' | 'failing' | null;
  /** Encrypted, since it must be read to sign. */
  secret: Buffer;
  /** Signs beside the new one until `old_secret_until`. */
  old_secret: Buffer | null;
  old_secret_until: Time | null;
  /** First failure since the last success. */
  failing_since: Time | null;
  created_at: MadeAt;
}

/** Something that happened to a task, or a ping, which has none. */
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

/** One event to one endpoint. */
export interface WebhookDeliveryTable {
  id: string;
  account_id: string;
  event_id: string;
  endpoint_id: string;
  status: Generated<'pending' | 'succeeded' | 'failed'>;
  /** Attempts since it was queued or sent again; the schedule goes by it. */
  round_attempts: Generated<number>;
  next_attempt_at: Time | null;
  created_at: MadeAt;
}

/** One HTTP request of a delivery. */
export interface WebhookAttemptTable {
  delivery_id: string;
  /** From 1, over all rounds. */
  number: number;
  at: Time;
  /** Null where no answer came. */
  status_code: number | null;
  duration_ms: number;
  /** Why it does not count as a success. */
  failure: string | null;
  /** The first characters of the answer. */
  response: string | null;
}

export interface IntegrationTables {
  api_key: ApiKeyTable;
  webhook_endpoint: WebhookEndpointTable;
  webhook_event: WebhookEventTable;
  webhook_delivery: WebhookDeliveryTable;
  webhook_attempt: WebhookAttemptTable;
}
