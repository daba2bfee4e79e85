import { expect, test } from 'vitest';

import { rates, sharedOptions, traceTargets } from './options';
import { monitoringSettings, reportOrigin } from './settings';

const dsn = 'https://key@reports.example/1';

test('faults are reported in the environments test and prod, and nowhere else', () => {
  for (const APP_ENV of ['test', 'prod'])
    expect(monitoringSettings({ APP_ENV, SENTRY_DSN: dsn })?.environment).toBe(APP_ENV);
  for (const APP_ENV of ['local', '', undefined, 'staging'])
    expect(monitoringSettings({ APP_ENV, SENTRY_DSN: dsn })).toBeUndefined();
  expect(monitoringSettings({ APP_ENV: 'prod' })).toBeUndefined();
});

test('sampling is the specification’s', () => {
  expect(rates).toEqual({ traces: 1, replays: 0.1, replaysOnError: 1 });
  const options = sharedOptions({ dsn, environment: 'prod', origins: [] });
  expect(options).toMatchObject({ tracesSampleRate: 1, environment: 'prod', dsn });
  expect(reportOrigin({ dsn, environment: 'prod', origins: [] })).toBe('https://reports.example');
});

const { origins } = monitoringSettings({
  APP_ENV: 'prod',
  SENTRY_DSN: dsn,
  PUBLIC_URL: 'https://faceswap.example',
  API_URL: 'https://api.faceswap.example',
  API_PUBLIC_URL: '/api',
  MEDIA_URL: 'https://media.faceswap.example/files',
})!;

test.each([
  ['http://localhost:3000/my', true],
  ['/api/my/userinfo', true],
  ['https://faceswap.example/pricing', true],
  ['https://api.faceswap.example', true],
  ['https://media.faceswap.example/media/x.jpg?sig=1', true],
  ['https://faceswap.example.evil.example/', false],
  ['https://evil.example/https://faceswap.example/', false],
  ['//evil.example/', false],
  ['https://api.stripe.com/v1/charges', false],
])('trace headers go to %s: %s', (url, isOurs) => {
  expect(traceTargets(origins).some((target) => target.test(url))).toBe(isOurs);
});
