import { join } from 'node:path';

import pg from 'pg';
import { uuidv7 } from 'uuidv7';
import { expect, inject, test } from 'vitest';

import { startPostgres } from '#backend/db/embedded/index';
import { expectedFaults, followMail, heading, signIn, ways } from '#tests/support/account-pages';
import { faultsOf } from '#tests/support/axe';
import { withBrowser } from '#tests/support/browser';
import { confirmedAccount } from '#tests/support/site-account';
import { adminAt } from '#tests/support/site-operator';

const { newPage } = withBrowser();

/** As the workers store it: the stack's real nets find nothing to stop in the tests' pictures. */
async function stop(email: string, name: string, outcome: 'stopped' | 'refused'): Promise<string> {
  const postgres = await startPostgres({ root: join(inject('siteDataDirectory'), 'postgres') });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  const id = uuidv7();
  await client.query(
    `insert into moderation (id, account_id, subject, subject_id, name, outcome, scores, model)
     select $1, id, 'upload', $2, $3, $4, '{}', 'test' from account where email = $5`,
    [id, uuidv7(), name, outcome, email],
  );
  await client.end();
  await postgres.stop();
  return id;
}

test.each(ways)('stopped content is appealed, and the verdict arrives, $how', async (way) => {
  const page = await newPage({ ...way, expectedFaults });
  const account = await confirmedAccount(inject('siteUrl'));
  const { email } = account;
  await signIn(page, account);
  await page.goto('/my/account');
  await page.getByRole('link', { name: 'See decisions' }).click();
  await heading(page, 'Nothing was stopped');
  const decision = await stop(email, 'beach.jpg', 'stopped');
  await stop(email, 'party.jpg', 'refused');
  await page.reload();
  await page.getByText('1 decision counts against your account').waitFor();
  const entry = page.getByRole('listitem').filter({ hasText: 'beach.jpg' });
  await entry.getByText('Stopped', { exact: true }).waitFor();
  await entry.getByText('Ask for a review of beach.jpg').click();
  if (way.javaScriptEnabled) expect(await faultsOf(page, 'decisions')).toEqual([]);
  await entry.getByRole('button', { name: 'Send the appeal' }).click();
  await page.getByText('Say why the decision is wrong.').waitFor();
  await entry.getByLabel('Why the decision is wrong').fill('It shows a red wall.');
  await entry.getByRole('button', { name: 'Send the appeal' }).click();
  await page.getByText('Your appeal has arrived.').waitFor();
  await entry.getByText('Under review', { exact: true }).waitFor();
  expect(await entry.getByText('Ask for a review').count()).toBe(0);

  const operator = (...args: string[]) => adminAt(inject('siteDataDirectory'), ...args);
  expect((await operator('decision', decision)).stdout).toContain('It shows a red wall.');
  expect((await operator('allow', decision, '--reason', 'A red wall indeed')).code).toBe(0);
  await followMail(page, email, 'Your picture is allowed', 'Read the decision');
  await entry.getByText('A red wall indeed').waitFor();
  await entry.getByText('Allowed', { exact: true }).waitFor();
});
