import { expect, test } from 'vitest';

import { databaseFault } from './fault';

const refused = Object.assign(new Error('connect ECONNREFUSED 10.0.0.1:5432'), { code: 'ECONNREFUSED' });

test.each([
  ['a server that does not listen', refused, 'connect ECONNREFUSED 10.0.0.1:5432'],
  ['one of several addresses', new AggregateError([refused, refused]), 'connect ECONNREFUSED 10.0.0.1:5432'],
  ['an error without a message', Object.assign(new Error(), { code: 'ETIMEDOUT' }), 'ETIMEDOUT'],
  ['the cause', new Error('could not be migrated', { cause: refused }), 'connect ECONNREFUSED 10.0.0.1:5432'],
])('a database that is not usable is explained: %s', (_what, error, reason) => {
  expect(databaseFault(error)).toBe(`The database is not usable: ${reason}. Check DATABASE_URL.`);
});

test('a full disk is no fault of the address', () => {
  const full = Object.assign(new Error('could not extend file "base/1/2": No space left on device'), { code: '53100' });
  expect(databaseFault(full)).toMatch(
    /^The disk of the database is full: could not extend .* Free some space there\.$/,
  );
});

test('a database of a newer release is explained', () => {
  const error = new Error('corrupted migrations: previously executed migration 060-more is missing');
  expect(databaseFault(new Error('could not be migrated', { cause: error }))).toBe(
    'A newer release has migrated the database (060-more). Start that release, or a newer one.',
  );
});
