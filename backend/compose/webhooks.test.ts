import { expect, test } from 'vitest';

import { ConfigurationError } from '#backend/config/read';
import { openWebhooks } from './webhooks';

const MEDIA_SECRET = 'x'.repeat(32);

test('webhooks may reach private addresses in development only', () => {
  const open = (APP_ENV: 'local' | 'test' | 'prod', WEBHOOK_ALLOW_PRIVATE: boolean) => () =>
    openWebhooks({ APP_ENV, MEDIA_SECRET, WEBHOOK_ALLOW_PRIVATE });
  expect(open('local', true)).not.toThrow();
  expect(open('prod', false)).not.toThrow();
  expect(open('prod', true)).toThrow(ConfigurationError);
  expect(open('prod', true)).toThrow('WEBHOOK_ALLOW_PRIVATE: not allowed if APP_ENV is prod');
});
