import { existsSync, readFileSync } from 'node:fs';

import { expect, test } from 'vitest';
import type { z } from 'zod/v4';

import { calls, type Call } from '#contract';
import { apiSchema, workerSchema } from '#backend/config/schema';
import { limits } from '#backend/domain/limits';
import { retentionRules } from '#backend/domain/retention/rules';

const security = readFileSync('docs/security.md', 'utf8');
const rowsOf = (text: string) =>
  [...text.matchAll(/^\| (.+) \|$/gm)].map(([, row]) => row!.split(' | ').map((cell) => cell.trim()));
const asvs = rowsOf(security).filter(([number]) => /^\d+\.\d+\.\d+$/.test(number!));

test('each row of ASVS names a test that exists, unless it is not met', () => {
  expect(asvs.length).toBeGreaterThan(90);
  const unmet = asvs.filter(([, , how]) => how!.includes('**not met**')).map(([number]) => number);
  expect(unmet).toEqual(['5.4.3']);
  const withoutTest = asvs.filter(([number, , , tests = '']) => {
    const files = [...tests.matchAll(/`([^`]+\.test\.tsx?)`/g)].map(([, file]) => file!);
    return !unmet.includes(number) && (files.length === 0 || !files.every((file) => existsSync(file)));
  });
  expect(withoutTest.map(([number]) => number)).toEqual([]);
});

const spans: Record<number, string> = {
  60: 'a minute',
  600: '10 minutes',
  900: '15 minutes',
  3600: 'an hour',
  86_400: 'a day',
};
const rate = ({ points, seconds }: { points: number; seconds: number }) => {
  const span = spans[seconds]!;
  return `${points.toLocaleString('en')} ${span.startsWith('a') ? span : `in ${span}`}`;
};

/** Row and column in the table of limits, or the words before the rate below the table. */
const documented: Record<keyof typeof limits, [row: string, column: 1 | 2] | string> = {
  signInOfPair: 'Wrong passwords for one account from one network:',
  signInOfAccount: 'For one account from all networks together:',
  signInOfAccountHour: 'For one account from all networks together: 30 in 15 minutes,',
  signInOfAccountDay: 'For one account from all networks together: 30 in 15 minutes, 60 an hour,',
  lockedMail: 'The owner receives a mail when a limit is reached, at most',
  signInFromAddress: ['wrong passwords, refused id tokens', 2],
  registerOfAddress: ['registrations', 1],
  registrationMail: ['registrations', 1],
  registerFromAddress: ['registrations', 2],
  mailToAddress: ['mails to reset a password or confirm an address', 1],
  noticeToAddress: ['new passwords, keys, passkeys, codes, Google', 1],
  mailFromAddress: ['mails to reset a password or confirm an address', 2],
  previewOfAccount: ['previews', 1],
  exportOfAccount: ['exports of results', 1],
  uploadOfAccount: ['upload links', 1],
  faceOfAccount: ['photos added to faces', 1],
  faceChangeOfAccount: ['changes of faces', 1],
  libraryChangeOfAccount: ['deletions, undone deletions, renamed files', 1],
  detectionOfAccount: ['started detections', 1],
  reportFromAddress: ['error reports', 2],
  feedbackFromAddress: ['messages', 2],
  attachmentFromAddress: ['pictures sent with messages', 2],
  takedownFromAddress: ['take-down reports', 2],
  checkFromAddress: ['files checked for Content Credentials', 2],
  sharedFromAddress: ['requests for shared results', 2],
  sharedOfLink: ['requests for shared results', 1],
  passwordOfSession: ['wrong passwords within a session', 1],
  codeOfAccount: ['one-time codes', 1],
  codeOfAccountDay: ['one-time codes', 1],
  recoveryOfPair: ['recovery codes', 1],
  passkeyFromAddress: ['begun sign-ins by passkey', 2],
  dataExportOfAccount: ['exports of all data', 1],
  appealOfAccount: ['appeals', 1],
  webhookChangeOfAccount: ['new and changed webhook endpoints', 1],
  shareOfAccount: ['links to results', 1],
  passwordChangeOfAccount: ['changed passwords', 1],
  purchaseOfAccount: ['begun purchases', 1],
  paymentCheckOfAccount: ['questions to a provider about an open payment', 1],
  refusedEventFromAddress: ['refused messages of payment providers', 2],
  callsOfApiKey: ['calls with an API key', 1],
  webhookSendsOfAccount: ['webhook events sent again, test events', 1],
};

test.each(Object.entries(limits))('the limit %s is documented as it is', (name, limit) => {
  const place = documented[name as keyof typeof limits];
  if (typeof place === 'string') {
    expect(security.replace(/\s+/g, ' ')).toContain(`${place} ${rate(limit)}`);
    return;
  }
  const [action, column] = place;
  const cell = rowsOf(security).find(([first]) => first === action)?.[column];
  expect(cell?.split(', ').map((part) => part.replace(/ (?:for|of) .+$/, ''))).toContain(rate(limit));
});

test('the lifetimes of sessions are documented as they are configured', () => {
  const { days } = retentionRules.access_token as { days: number };
  const lasting = apiSchema.shape.TOKEN_DAYS.parse(undefined);
  expect(security.replace(/\s+/g, ' ')).toContain(
    `It lasts ${lasting} days (\`TOKEN_DAYS\`) and ends earlier after ${days} days without use`,
  );
});

test('the table of retention names everything about people that is kept without a time', () => {
  const names: Partial<Record<keyof typeof retentionRules, string>> = {
    account: 'account, ',
    welcomed_mailbox: 'keyed hashes of mailboxes that got first credits',
    takedown_case: 'take-down cases',
    blocked_face: 'encrypted numbers of blocked faces',
    blocked_file: 'hashes of removed files',
    blocked_fingerprint: 'hashes of removed files',
  };
  const table = security.slice(security.indexOf('## Retention'), security.indexOf('## Programs and other sites'));
  for (const [name, rule] of Object.entries(retentionRules)) {
    if (!('kept' in rule) || rule.kept.includes('not about people')) continue;
    const isBooks = rule.kept.startsWith('bookkeeping');
    expect(table).toContain(isBooks ? '| ledger, payments,' : (names[name as keyof typeof names] ?? name));
  }
});

test('sign-up and recovery ask for no hint and no secret question', () => {
  const fieldsOf = (name: keyof typeof calls) => Object.keys((calls[name] as unknown as Call<z.ZodObject>).input.shape);
  expect(fieldsOf('email_register').sort()).toEqual(['device', 'email', 'password', 'utm_all']);
  expect(fieldsOf('email_forgot_password')).toEqual(['email']);
  expect(fieldsOf('email_reset_password').sort()).toEqual(['code', 'new_password', 'new_password_confirmation']);
});

test('no call is for administrators: scopes are those of a session and of an account’s keys', () => {
  const table = Object.values(calls) as Call[];
  expect([...new Set(table.map(({ scope }) => scope))].sort()).toEqual(['create', 'read', 'session']);
  expect(table.map(({ path }) => path).filter((path) => /admin|operator/.test(path))).toEqual([]);
});

test('every setting that names another server is among the documented connections', () => {
  const settings = Object.keys({ ...apiSchema.shape, ...workerSchema.shape });
  const connections = settings.filter((name) => /_(URL|ISSUER|DSN|ENDPOINT|HOST)$/.test(name));
  expect(connections.length).toBeGreaterThan(5);
  expect(connections.filter((name) => !security.includes(`\`${name}\``))).toEqual([]);
});
