import { expect, test } from 'vitest';
import { ConfigurationError, readConfiguration } from './read';
import { apiSchema, workerSchema } from './schema';

const good = { DATABASE_URL: 'postgresql://localhost/faceswap', MEDIA_SECRET: 'x'.repeat(32) };

test('needs only a database and a secret', () => {
  expect(readConfiguration(apiSchema, good)).toMatchObject({
    APP_ENV: 'local',
    WELCOME_CREDITS: 10,
    RETENTION_DAYS: 30,
    TRUSTED_PROXIES: 'loopback',
  });
  expect(readConfiguration(workerSchema, good)).toMatchObject({ WORKER_LANE: 'batch' });
});

test('lists every fault at once', () => {
  const faulty = () => readConfiguration(apiSchema, { APP_ENV: 'staging', PORT: 'http', MEDIA_SECRET: 'short' });
  expect(faulty).toThrow(ConfigurationError);
  for (const name of ['APP_ENV', 'PORT', 'MEDIA_SECRET', 'DATABASE_URL']) expect(faulty).toThrow(name);
});

test('an empty variable counts as not set', () => {
  expect(readConfiguration(apiSchema, { ...good, PORT: '', LOG_LEVEL: '' })).toMatchObject({ PORT: 3001 });
});
