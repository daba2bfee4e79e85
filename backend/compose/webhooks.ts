import { assertPublicWebhooks } from '#backend/config/webhooks';
import { aesGcmVault } from '#backend/providers/vault/aes-gcm';
import type { Vault } from '#backend/providers/vault/port';
import { httpWebhooks } from '#backend/providers/webhooks/http';
import type { WebhookSender } from '#backend/providers/webhooks/port';

interface Settings {
  APP_ENV: 'local' | 'test' | 'prod';
  MEDIA_SECRET: string;
  WEBHOOK_ALLOW_PRIVATE: boolean;
}

/** @throws ConfigurationError if users could reach this machine's network */
export function openWebhooks(settings: Settings): { webhooks: WebhookSender; vault: Vault } {
  assertPublicWebhooks(settings);
  return {
    webhooks: httpWebhooks({ allowPrivate: settings.WEBHOOK_ALLOW_PRIVATE }),
    vault: aesGcmVault(settings.MEDIA_SECRET, 'faceswap webhook secrets'),
  };
}
