import { invalidSettings } from './read';

interface Settings {
  APP_ENV?: string | undefined;
  WEBHOOK_ALLOW_PRIVATE?: boolean | undefined;
}

/** @throws ConfigurationError if users could reach this machine's network */
export function assertPublicWebhooks({ APP_ENV, WEBHOOK_ALLOW_PRIVATE }: Settings): void {
  if (APP_ENV !== 'prod' || !WEBHOOK_ALLOW_PRIVATE) return;
  throw invalidSettings(['WEBHOOK_ALLOW_PRIVATE: not allowed if APP_ENV is prod. Remove it.'], 'docs/webhooks.md');
}
