import '#tests/web/support/environment';

import { expect, test } from 'vitest';

import { readEnvironment } from './environment.server';

function faultsOf(variables: Record<string, string>): string[] {
  try {
    readEnvironment(variables);
    return [];
  } catch (error) {
    return (error as { faults: string[] }).faults;
  }
}

test('nothing set is a local site on port 3000', () => {
  expect(readEnvironment({})).toMatchObject({ APP_ENV: 'local', PORT: 3000, DATA_DIR: './data' });
});

test('a variable left empty counts as not set', () => {
  expect(readEnvironment({ PORT: '', API_URL: '' })).toMatchObject({ PORT: 3000 });
});

test('every fault is named at once', () => {
  const faults = faultsOf({ PORT: 'many', API_URL: 'ftp://x', SESSION_SECRET: 'short', APP_ENV: 'prd' });
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual(['APP_ENV', 'PORT', 'SESSION_SECRET', 'API_URL']);
});

test('a public site needs its own secret and address', () => {
  expect(faultsOf({ APP_ENV: 'prod' })).toEqual([
    'SESSION_SECRET is required when APP_ENV is prod',
    'PUBLIC_URL is required when APP_ENV is prod',
  ]);
  expect(faultsOf({ APP_ENV: 'prod', SESSION_SECRET: 's'.repeat(32), PUBLIC_URL: 'https://x.example' })).toEqual([]);
});
