import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { expect, onTestFinished, test, vi } from 'vitest';

import { ConfigurationError } from '#backend/config/read';
import { calls } from '#contract';
import { patience } from '#tests/support/patience';

import { readLaunch } from './configuration';
import { inDataDirectory } from './data-directory';
import { LaunchFailure } from './failure';
import { waitUntilReady } from './health';
import { programsBeside } from './programs';
import { supervise } from './supervise';
import { prepareScratch } from './scratch';
import { ensureSecret } from './secrets';

function scratch(): string {
  const directory = mkdtempSync(join(tmpdir(), 'faceswap-launch-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}

function keep(source: string, earlierLog = '') {
  const directory = scratch();
  const log = join(directory, 'program.log');
  writeFileSync(log, earlierLog);
  const file = join(directory, 'program.mjs');
  writeFileSync(file, source);
  const told: string[] = [];
  const role = supervise({
    name: 'program',
    args: [file],
    environment: { NODE_ENV: 'test' },
    logDirectory: directory,
    log: (line) => told.push(line),
  });
  onTestFinished(() => role.stop(1_000));
  return { role, told, log };
}

test('a secret is created once, readable by its owner only', () => {
  const directory = scratch();
  const secret = ensureSecret(directory, 'session-secret');
  expect(secret).toMatch(/^[\w-]{43}$/);
  expect(ensureSecret(directory, 'session-secret')).toBe(secret);
  expect(statSync(join(directory, 'session-secret')).mode & 0o777).toBe(0o600);
  expect(ensureSecret(directory, 'media-secret')).not.toBe(secret);
});

test('scratch files older than a day are removed', () => {
  const directory = scratch();
  const place = prepareScratch(directory);
  writeFileSync(join(place, 'old'), '');
  prepareScratch(directory);
  expect(readdirSync(place)).toEqual(['old']);
  prepareScratch(directory, Date.now() + 25 * 3_600_000);
  expect(readdirSync(place)).toEqual([]);
});

test('defaults suffice for one machine', () => {
  const DATA_DIR = scratch();
  const { port, databaseUrl, environment } = readLaunch({ NODE_ENV: 'production', DATA_DIR });
  expect(port).toBe(3000);
  expect(databaseUrl).toBeUndefined();
  expect(environment).toMatchObject({ PORT: '3000', DATA_DIR, PUBLIC_URL: 'http://localhost:3000' });
  expect(environment.SESSION_SECRET).toBe(readFileSync(join(DATA_DIR, 'session-secret'), 'utf8'));
});

test('the operator’s settings override defaults', () => {
  const given = {
    PORT: '8080',
    PUBLIC_URL: 'https://swap.example',
    DATABASE_URL: 'postgresql://db/faceswap',
    ENGINE_THREADS: '3',
  };
  const launch = readLaunch({ NODE_ENV: 'production', DATA_DIR: scratch(), ...given });
  expect(launch).toMatchObject({
    port: 8080,
    databaseUrl: given.DATABASE_URL,
    engineThreads: { interactive: 3, batch: 3 },
  });
  expect(launch.environment.PUBLIC_URL).toBe(given.PUBLIC_URL);
});

test('errors in server and worker settings are listed together before the start', () => {
  const faulty = () =>
    readLaunch({ NODE_ENV: 'production', DATA_DIR: scratch(), WELCOME_CREDITS: '-1', ENGINE_THREADS: 'many' });
  expect(faulty).toThrow(ConfigurationError);
  expect(faulty).toThrow(/WELCOME_CREDITS.*\n.*ENGINE_THREADS/);
});

test('errors of all kinds of settings are listed together, and nothing is created', () => {
  const DATA_DIR = join(scratch(), 'data');
  const given = {
    PORT: 'abc',
    SESSION_SECRET: 'short',
    WELCOME_CREDITS: '-1',
    STRIPE_SECRET_KEY: 'sk',
    S3_ENDPOINT: 'https://store.example',
    APP_ENV: 'prod',
    WEBHOOK_ALLOW_PRIVATE: 'true',
    PAYSSION_METHODS: 'card',
    CREDENTIALS_CERTIFICATE: '/none/chain.pem',
    CREDENTIALS_KEY: '/none/key.pem',
  };
  const faulty = () => readLaunch({ NODE_ENV: 'production', DATA_DIR, ...given });
  expect(faulty).toThrow(ConfigurationError);
  for (const name of Object.keys(given).filter(
    (name) => !['STRIPE_SECRET_KEY', 'APP_ENV', 'CREDENTIALS_CERTIFICATE'].includes(name),
  )) {
    expect(faulty).toThrow(`  ${name}: `);
  }
  expect(faulty).toThrow('  STRIPE_WEBHOOK_SECRET: ');
  expect(faulty).toThrow(/^The configuration is invalid:\n( {2}.*\n)+(See [\w./-]+\.\n?)+$/);
  expect(existsSync(DATA_DIR)).toBe(false);
});

test('a setting that launcher and roles read is named once', () => {
  expect(() => readLaunch({ NODE_ENV: 'production', DATA_DIR: '~/data' })).toThrow(
    /^The configuration is invalid:\n {2}DATA_DIR: [^\n]*\nSee \.env\.example\.$/,
  );
});

test('settings of the pages, the products and the decoders are checked before the start, too', () => {
  const directory = scratch();
  const products = join(directory, 'products.json');
  writeFileSync(products, '[{"product_id":"coins"}]');
  const given = {
    WELCOME_CREDITS: '-1',
    REDIRECT_RULES: '[{',
    IOS_URL: 'apps.apple.com/app',
    ANALYTICS_TAG_ID: 'G XXX',
    ANALYTICS_TAG_URL: 'www.googletagmanager.com',
    GOOGLE_CLIENT_ID: 'id',
    NODE_ENV: 'staging',
    PRODUCTS_FILE: products,
    FFMPEG_PATH: join(directory, 'ffmpeg'),
    FFPROBE_PATH: directory,
  };
  const faulty = () => readLaunch({ DATA_DIR: join(directory, 'data'), ...given } as unknown as NodeJS.ProcessEnv);
  expect(faulty).toThrow(ConfigurationError);
  const named = Object.keys(given).filter((name) => name !== 'GOOGLE_CLIENT_ID');
  for (const name of [...named, 'GOOGLE_CLIENT_SECRET']) expect(faulty).toThrow(`  ${name}: `);
  expect(existsSync(join(directory, 'data'))).toBe(false);
});

test('valid redirections, products and decoders start', () => {
  const directory = scratch();
  const products = join(directory, 'products.json');
  writeFileSync(products, JSON.stringify(calls.payment_products.examples[0].output.items));
  const given = {
    REDIRECT_RULES: '[{"from":"/old","to":"/new"}]',
    PRODUCTS_FILE: products,
    FFMPEG_PATH: process.execPath,
    FFPROBE_PATH: '',
  };
  const { environment } = readLaunch({ NODE_ENV: 'production', DATA_DIR: directory, ...given });
  expect(environment).toMatchObject(given);
});

test.each(['3000', '2999', '2998', '65534'])(
  'METRICS_PORT=%s leaves no ports of their own to all processes',
  (METRICS_PORT) => {
    const faulty = () => readLaunch({ NODE_ENV: 'production', DATA_DIR: scratch(), METRICS_PORT });
    expect(faulty).toThrow(ConfigurationError);
    expect(faulty).toThrow(/ {2}METRICS_PORT: .*next two.*3000/);
  },
);

test('operators’ commands run beside one role, without the settings of the others', () => {
  const given = { NODE_ENV: 'production', GOOGLE_CLIENT_ID: 'id', PORT: '3001', METRICS_PORT: '3000' } as const;
  expect(readLaunch({ DATA_DIR: scratch(), ...given }, { startsAll: false })).toMatchObject({ port: 3001 });
  expect(() => readLaunch({ DATA_DIR: scratch(), ...given })).toThrow(ConfigurationError);
});

test('a command about a site that there is makes none where DATA_DIR is mistyped', () => {
  const [DATA_DIR, DATABASE_URL] = [join(scratch(), 'dta'), 'postgresql://db/faceswap'];
  const options = { startsAll: false, mustExist: true };
  const read = (given: Record<string, string>) => readLaunch({ NODE_ENV: 'production', DATA_DIR, ...given }, options);
  expect(() => read({})).toThrow(`There is no installation in ${DATA_DIR}: it has no postgres.`);
  expect(() => read({ DATABASE_URL })).toThrow(`There is no installation in ${DATA_DIR}: it has no media-secret.`);
  expect(existsSync(DATA_DIR)).toBe(false);
  expect(read({ DATABASE_URL, MEDIA_SECRET: 'x'.repeat(32) }).databaseUrl).toBe(DATABASE_URL);
});

test('a direct address of the database without the pooler’s is refused', () => {
  const given = { NODE_ENV: 'production', DATABASE_DIRECT_URL: 'postgresql://db/faceswap' } as const;
  expect(() => readLaunch({ DATA_DIR: scratch(), ...given })).toThrow('  DATABASE_DIRECT_URL: ');
  const { environment } = readLaunch({ DATA_DIR: scratch(), ...given, DATABASE_URL: 'postgresql://pooler/faceswap' });
  expect(environment.DATABASE_DIRECT_URL).toBe(given.DATABASE_DIRECT_URL);
});

test('a data directory that cannot be created is reported', () => {
  const faulty = () => readLaunch({ NODE_ENV: 'production', DATA_DIR: '/dev/null/none' });
  expect(faulty).toThrow(LaunchFailure);
  expect(faulty).toThrow('/dev/null/none cannot be created');
});

test('files of another user in the data directory are reported', () => {
  const DATA_DIR = scratch();
  const denied = (path: string) =>
    Object.assign(new Error(`EACCES: permission denied, open '${path}'`), { code: 'EACCES', path });
  const attempt = (path: string) => () =>
    inDataDirectory(DATA_DIR, () => {
      throw denied(path);
    });
  expect(attempt(join(DATA_DIR, 'media-secret'))).toThrow(LaunchFailure);
  expect(attempt(join(DATA_DIR, 'media-secret'))).toThrow(
    `${join(DATA_DIR, 'media-secret')} cannot be used (EACCES). Everything in ${DATA_DIR} must belong to the user who starts the site: chown -R USER ${DATA_DIR}`,
  );
  expect(inDataDirectory(DATA_DIR, () => 1)).toBe(1);
});

test('an empty address of a database counts as unset', () => {
  const { databaseUrl } = readLaunch({ NODE_ENV: 'production', DATA_DIR: scratch(), DATABASE_URL: '' });
  expect(databaseUrl).toBeUndefined();
});

test.each(['launch.js', 'launch.ts'])(
  'with %s, a # or a percent sign in the path is part of the programs’ names',
  (file) => {
    const { options, server, worker } = programsBeside(`file:///a%20%231%2520/backend/bin/${file}`);
    const modules = options.filter((option) => option !== '--import' && option !== 'tsx');
    expect(modules).toHaveLength(2);
    for (const module of modules) expect(fileURLToPath(module)).toMatch(/^\/a #1%20\//);
    for (const program of [server, worker]) expect(program).toMatch(/^\/a #1%20\//);
  },
);

test('a process that exits is restarted and reported', async () => {
  const { role, told } = keep('setInterval(() => {}, 1000);');
  const first = role.pid()!;
  process.kill(first, 'SIGKILL');
  await vi.waitFor(() => expect(role.pid()).not.toBe(first), patience);
  expect(told).toEqual([
    expect.stringMatching(/^The program process ended \(SIGKILL\); starting it again in 0\.4 s\. See .*program\.log$/),
  ]);
});

test('restarts of a failing process back off', async () => {
  const { told } = keep('process.exit(3);');
  await vi.waitFor(() => expect(told.length).toBeGreaterThanOrEqual(3), patience);
  const pauses = told.slice(0, 3).map((line) => Number(line.match(/in ([\d.]+) s/)![1]));
  expect(pauses).toEqual([0.4, 0.8, 1.6]);
});

test('the end of a log is that of this start, also after the log was truncated', async () => {
  const { role, log } = keep(`console.log('this start'); setInterval(() => {}, 1000);`, 'an earlier start\n');
  await vi.waitFor(() => expect(role.logTail()).toBe('this start'), patience);
  writeFileSync(log, 'rotated\n');
  expect(role.logTail()).toBe('rotated');
});

/** Responds with one of `details` for each request, at last with the last one. */
async function readyzOf(...details: string[]): Promise<string> {
  let requests = 0;
  const server = createServer((_request, response) => {
    const detail = details[Math.min(requests++, details.length - 1)];
    response.end(JSON.stringify({ parts: { workers: { ok: true, detail } } }));
  });
  server.listen(0);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return `http://localhost:${(server.address() as AddressInfo).port}/readyz`;
}

const running = (name: string) => ({ ...keep(`process.send('listening'); setInterval(() => {}, 1000);`).role, name });

test('the start waits for every worker that it has started', async () => {
  const roles = [running('server'), running('worker-interactive'), running('worker-batch')];
  const url = await readyzOf('1 alive; ffmpeg', '1 alive; ffmpeg', '2 alive; ffmpeg');
  expect(await waitUntilReady(url, roles)).toBe('2 alive; ffmpeg');
});

test('the start does not wait for a worker that has ended', async () => {
  const server = running('server');
  await vi.waitFor(() => expect(server.isListening()).toBe(true), patience);
  const { role } = keep('process.exit(3);');
  const roles = [server, running('worker-interactive'), { ...role, name: 'worker-batch' }];
  expect(await waitUntilReady(await readyzOf('1 alive; ffmpeg'), roles)).toBe('1 alive; ffmpeg');
});

test('the start waits for a server that listens only after a worker has ended', async () => {
  const { role } = keep('process.exit(3);');
  let questions = 0;
  const server = { ...running('server'), isListening: () => ++questions > 2 };
  const roles = [server, running('worker-interactive'), { ...role, name: 'worker-batch' }];
  await role.ended();
  expect(await waitUntilReady(await readyzOf('1 alive; ffmpeg'), roles)).toBe('1 alive; ffmpeg');
});

test('the start fails once all workers have ended', async () => {
  const [interactive, batch] = [keep('process.exit(3);'), keep('process.exit(3);')];
  const roles = [
    { ...interactive.role, name: 'worker-interactive' },
    { ...batch.role, name: 'worker-batch' },
  ];
  const start = waitUntilReady('http://localhost:1/readyz', roles);
  await expect(start).rejects.toThrow(LaunchFailure);
});

test('the start fails if another server answers at its address', async () => {
  const url = await readyzOf('2 alive; ffmpeg');
  const line = { err: { message: 'listen EADDRINUSE' }, advice: 'Port 3000 is taken: set PORT to another one.' };
  const { role } = keep(`console.log(${JSON.stringify(JSON.stringify(line))}); process.exit(1);`);
  const roles = [{ ...role, name: 'server' }, running('worker-interactive'), running('worker-batch')];
  const start = waitUntilReady(url, roles);
  await expect(start).rejects.toThrow(LaunchFailure);
  await expect(start).rejects.toThrow(
    /^The server process ended \(exit code 1\)\. Port 3000 is taken: set PORT to another one\.$/,
  );
});

test('a process that ignores SIGTERM is killed and not restarted', async () => {
  const { role, told } = keep(`process.on('SIGTERM', () => {}); console.log('deaf'); setInterval(() => {}, 1000);`);
  await vi.waitFor(() => expect(role.logTail()).toBe('deaf'), patience);
  await role.stop(100);
  expect(await role.ended()).toBe('SIGKILL');
  expect(told).toEqual([]);
});
