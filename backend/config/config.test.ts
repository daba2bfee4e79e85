import { expect, test } from 'vitest';
import { launchSchema } from './launch';
import { ConfigurationError, readConfiguration } from './read';
import { readRole } from './role';
import { apiSchema, workerSchema } from './schema';
import { assertCompleteStorage } from './storage';

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

test('a role that is started alone lists the faults of all its groups of settings', () => {
  const given = { ...good, RETENTION_DAYS: 'x', STRIPE_SECRET_KEY: 'sk', S3_ENDPOINT: 'https://store.example' };
  const faulty = () => readRole(workerSchema, { ...given, APP_ENV: 'prod', WEBHOOK_ALLOW_PRIVATE: 'true' });
  expect(faulty).toThrow(ConfigurationError);
  for (const name of ['RETENTION_DAYS', 'STRIPE_WEBHOOK_SECRET', 'S3_ENDPOINT', 'WEBHOOK_ALLOW_PRIVATE'])
    expect(faulty).toThrow(`  ${name}: `);
  expect(readRole(workerSchema, good)).toEqual(readConfiguration(workerSchema, good));
});

test('pages without the address of an API hear of both ways to have one', () => {
  expect(() => readConfiguration(apiSchema, {})).toThrow(/DATABASE_URL: .*API_URL/);
});

test('an empty variable counts as not set', () => {
  expect(readConfiguration(apiSchema, { ...good, PORT: '', LOG_LEVEL: '' })).toMatchObject({ PORT: 3001 });
});

test('a number of spaces alone is refused, instead of 0: no upload would fit a quota of 0', () => {
  const blank = (...names: string[]) => Object.fromEntries(names.map((name) => [name, ' ']));
  const amounts = ['QUOTA_FREE_MB', 'WELCOME_CREDITS', 'MODERATION_NUDITY', 'MEDIA_CACHE_MB', 'INVOICE_TAX_RATE'];
  const faulty = () => readConfiguration(apiSchema, { ...good, ...blank(...amounts) });
  for (const name of amounts) expect(faulty).toThrow(`  ${name}: Give a `);
  expect(() => readConfiguration(launchSchema, blank('LOG_MAX_MB'))).toThrow('LOG_MAX_MB: Give a number of megabytes.');
});

test.each([
  [{ S3_ENDPOINT: 'https://store.example' }, 'S3_ENDPOINT: only used with STORAGE_URL'],
  [{ STORAGE_URL: 's3://media', S3_ENDPOINT: 'https://store.example' }, 'S3_ACCESS_KEY_ID: the store needs it'],
  [{ STORAGE_URL: 's3://media', S3_ACCESS_KEY_ID: 'id' }, 'S3_SECRET_ACCESS_KEY: the store needs it'],
])('incomplete settings of the object store are named: %o', (given, message) => {
  expect(() => assertCompleteStorage(given)).toThrow(message);
});

test('the machine’s role replaces keys on AWS; a bucket is named in lower case', () => {
  expect(() => assertCompleteStorage({ STORAGE_URL: 's3://media/site-1' })).not.toThrow();
  for (const STORAGE_URL of ['s3://Media', 'https://store.example/media', 's3://', 's3://a?x']) {
    expect(() => readConfiguration(apiSchema, { ...good, STORAGE_URL }), STORAGE_URL).toThrow('STORAGE_URL');
  }
});

test.each(['PUBLIC_URL', 'PUBLIC_URL_AI', 'MEDIA_URL', 'S3_ENDPOINT', 'STRIPE_URL', 'ONERWAY_URL', 'SENTRY_DSN'])(
  '%s must be an http address, and loses a slash at its end',
  (name) => {
    for (const given of ['localhost:3000', 'ftp://example.com', 'example.com']) {
      const faulty = () => readConfiguration(apiSchema, { ...good, [name]: given });
      expect(faulty, given).toThrow(`${name}: Give an address like https://`);
    }
    const read = readConfiguration(apiSchema, { ...good, [name]: 'https://example.com/' });
    expect(read).toMatchObject({ [name]: 'https://example.com' });
  },
);

test.each(['MEDIA_URL', 'S3_ENDPOINT', 'S3_PUBLIC_URL', 'STRIPE_URL', 'API_PUBLIC_URL'])(
  '%s has neither query nor fragment, to which no path can be appended',
  (name) => {
    for (const given of ['https://media.example.com/?key=1', 'https://media.example.com/cdn#top'])
      expect(() => readConfiguration(apiSchema, { ...good, [name]: given }), given).toThrow(/, without \? and #\.$/m);
  },
);

test('API_PUBLIC_URL is a path of the site or an address', () => {
  const read = (API_PUBLIC_URL: string) => readConfiguration(apiSchema, { ...good, API_PUBLIC_URL }).API_PUBLIC_URL;
  for (const given of ['/api', '/', 'https://api.example.com', 'http://localhost:3001/'])
    expect(read(given)).toBe(given);
  for (const given of [
    'api.example.com',
    'localhost:3001',
    '//api.example.com',
    'api',
    'ftp://example.com',
    '/api?v=1',
  ]) {
    expect(() => read(given), given).toThrow('API_PUBLIC_URL: Give a path such as /api, or an address like https://');
  }
});

test('GOOGLE_ISSUER is an address, by http on this machine only', () => {
  const read = (GOOGLE_ISSUER: string) => readConfiguration(apiSchema, { ...good, GOOGLE_ISSUER }).GOOGLE_ISSUER;
  for (const given of ['https://accounts.google.com', 'https://sso.example.com/realms/a', 'http://localhost:8080'])
    expect(read(given)).toBe(given);
  for (const given of [
    'accounts.google.com',
    'https://accounts .google.com',
    'https://accounts.google.com/ ',
    'http://accounts.google.com',
    'http://localhost.example.com',
    'https://sso.example.com/?realm=a',
  ])
    expect(() => read(given), given).toThrow('GOOGLE_ISSUER: Give an address like https://accounts.google.com.');
});

test('SMTP_URL is an address that can be read as one', () => {
  const read = (SMTP_URL: string) => readConfiguration(workerSchema, { ...good, SMTP_URL }).SMTP_URL;
  for (const given of ['smtp://mail.example.com', 'smtps://me%40example.com:pa%2Fss@mail.example.com:465'])
    expect(read(given)).toBe(given);
  for (const given of ['mail.example.com:587', 'smtp://me:pa/ss@mail.example.com', 'smtp://mail.example.com:mail']) {
    expect(() => read(given), given).toThrow('SMTP_URL: Give an address like smtp://');
  }
});

test.each(['PUBLIC_URL', 'PUBLIC_URL_AI'])('%s is no more than a host: pages are at its root', (name) => {
  const read = (given: string) => readConfiguration(apiSchema, { ...good, [name]: given });
  for (const given of ['https://example.com', 'https://example.com/', 'http://localhost:3000'])
    expect(read(given)).toMatchObject({ [name]: given.replace(/\/$/, '') });
  for (const given of ['https://example.com/swap', 'https://example.com/?a', 'https://me:secret@example.com']) {
    expect(() => read(given), given).toThrow(
      `${name}: Give protocol and host alone, such as https://example.com: the site cannot be below a path.`,
    );
  }
});

test('DATABASE_URL is an address that PostgreSQL’s library reads as it was meant', () => {
  const read = (DATABASE_URL: string) => readConfiguration(apiSchema, { ...good, DATABASE_URL }).DATABASE_URL;
  for (const given of [
    'postgresql://me:p%25ss%2Fw%23rd@db.example.com:5432/faceswap?sslmode=require',
    'postgres://me@/faceswap?host=%2Frun%2Fpostgresql',
    'postgresql://faceswap@localhost/faceswap?host=%2Fa%20b%2Frun',
  ])
    expect(read(given)).toBe(given);
  for (const password of ['p%ss', 'pass/word', 'pa#ss', 'pa?ss']) {
    expect(() => read(`postgresql://me:${password}@db/faceswap`), password).toThrow(
      'DATABASE_URL: Give an address like postgresql://user:password@host:5432/faceswap, with %, /, # and ? of the password as %25, %2F, %23 and %3F.',
    );
  }
  expect(() => read('mysql://db/faceswap')).toThrow('DATABASE_URL: It must start with postgresql://\nSee');
});

test('DATA_DIR is a path on a disk that needs no shell', () => {
  const read = (DATA_DIR: string) => readConfiguration(launchSchema, { DATA_DIR }).DATA_DIR;
  expect(read('./data')).toBe('./data');
  for (const given of ['~/data', '~', '$HOME/data'])
    expect(() => read(given), given).toThrow('DATA_DIR: Give the path itself: only a shell replaces ~ and $.');
  expect(read('./proc')).toBe('./proc');
  for (const given of ['/proc', '/proc/none/data'])
    expect(() => read(given)).toThrow('DATA_DIR: Give a folder on a disk');
});
