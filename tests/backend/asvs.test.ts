import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { createLog } from '#backend/compose/log';
import { addDays } from '#backend/domain/context';
import { openIdProvider } from '#backend/providers/identity/openid';
import { openBackend } from '#tests/support/backend';
import { startIdentityProvider } from '#tests/support/identity-provider';

// Rows of docs/security.md that no other test shows.

test('6.2.10: a password of many years ago still signs in', async () => {
  const backend = await openBackend();
  const ada = { email: 'ada@example.com', password: 'a long enough phrase' };
  await backend.call('email_register', ada);
  const years = { email_verified_at: new Date(), password_set_at: addDays(new Date(), -3650) };
  await backend.db.updateTable('account').set(years).execute();
  expect(await backend.call('email_login', ada)).toMatchObject({ user: { email: ada.email } });
});

test('7.1.3, 7.6.1: a session by Google lasts as long as any other, whatever Google’s token says', async () => {
  const provider = await startIdentityProvider();
  onTestFinished(() => provider.stop());
  const backend = await openBackend({}, { google: openIdProvider(provider) });
  const now = new Date();
  backend.deps.now = () => now;
  const idtoken = await provider.idToken({ sub: 'google-ada', email: 'ada@example.com', name: 'Ada' });
  const { expires_at } = await backend.call('idtoken_login_google', { idtoken });
  expect(expires_at).toBe(addDays(now, backend.deps.policy.tokenDays).toISOString());
});

test('16.2.2: rows and log lines have times in UTC', async () => {
  const { db } = await openBackend();
  const { rows } = await sql<{ name: string }>`
    select table_name || '.' || column_name as name from information_schema.columns
    where table_schema = 'public' and table_name not like 'kysely%'
      and data_type in ('timestamp without time zone', 'time without time zone', 'time with time zone')`.execute(db);
  expect(rows).toEqual([]);
  let line = '';
  createLog('test', 'info', undefined, { write: (text) => void (line = text) }).info('event');
  expect(JSON.parse(line)).toMatchObject({ msg: 'event', time: expect.any(Number) }); // milliseconds since 1970, UTC
});
