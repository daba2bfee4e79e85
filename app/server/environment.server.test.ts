import '#tests/web/support/environment';

import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, onTestFinished, test, vi } from 'vitest';

import { readEnvironment } from './environment.server';

function problemsOf(variables: Record<string, string>): string[] {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    return (error as { problems: string[] }).problems;
  }
}

test('nothing set is a local site on port 3000', () => {
  expect(readEnvironment({})).toMatchObject({ APP_ENV: 'local', PORT: 3000, DATA_DIR: './data' });
});

test('a variable left empty counts as not set', () => {
  expect(readEnvironment({ PORT: '', API_URL: '' })).toMatchObject({ PORT: 3000 });
});

test('a port of spaces alone is refused, instead of any free port', () => {
  expect(problemsOf({ PORT: ' ' })).toEqual(['PORT must be a port number']);
});

test('every fault is named at once', () => {
  const problems = problemsOf({ PORT: 'many', API_URL: 'ftp://x', SESSION_SECRET: 'short', APP_ENV: 'prd' });
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['APP_ENV', 'PORT', 'SESSION_SECRET', 'API_URL']);
});

test('a public site needs its own secret and address', () => {
  expect(problemsOf({ APP_ENV: 'prod' })).toEqual([
    'SESSION_SECRET is required when APP_ENV is prod',
    'PUBLIC_URL is required when APP_ENV is prod',
  ]);
  expect(problemsOf({ APP_ENV: 'prod', SESSION_SECRET: 's'.repeat(32), PUBLIC_URL: 'https://x.example' })).toEqual([]);
});

test('a required setting that is wrong is named once', () => {
  const wrong = { APP_ENV: 'prod', SESSION_SECRET: 'short', PUBLIC_URL: 'x.example' };
  expect(problemsOf(wrong).map((problem) => problem.split(' ')[0])).toEqual(['PUBLIC_URL', 'SESSION_SECRET']);
});

test('addresses of an API may end with a slash, to which paths are appended', () => {
  expect(readEnvironment({ API_URL: 'http://api:3001/', API_URL_AI: 'https://api.example.ai/v1/' })).toMatchObject({
    API_URL: 'http://api:3001',
    API_URL_AI: 'https://api.example.ai/v1',
  });
});

test('addresses to which paths are appended have neither query nor fragment', () => {
  const given = { API_URL: 'http://api:3001/?v=1', MEDIA_URL: 'https://cdn.example/#a', API_PUBLIC_URL: '/api?v=1' };
  const problems = problemsOf(given);
  expect(problems.map((problem) => problem.split(' ')[0])).toEqual(['API_URL', 'API_PUBLIC_URL', 'MEDIA_URL']);
  for (const problem of problems) expect(problem).toMatch(/ without \? and #$/);
  expect(problemsOf({ IOS_URL: 'https://apps.example.com/app?id=1' })).toEqual([]);
});

test('the site cannot be below a path', () => {
  const message = 'must be protocol and host alone, such as https://example.com';
  const problems = problemsOf({ PUBLIC_URL: 'https://x.example/swap', PUBLIC_URL_AI: 'https://x.ai/?a' });
  expect(problems).toEqual([`PUBLIC_URL ${message}`, `PUBLIC_URL_AI ${message}`]);
});

test('the secret that a site makes is kept for its own user alone, and read again', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'faceswap-secret-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv('DATA_DIR', folder);
  vi.stubEnv('SESSION_SECRET', '');
  const secret = async () => {
    vi.resetModules();
    return (await import('./environment.server')).sessionSecret();
  };
  const made = await secret();
  expect(made.length).toBeGreaterThan(40);
  expect(statSync(join(folder, 'session-secret')).mode & 0o777).toBe(0o600);
  expect(await secret()).toBe(made);
});
