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
  600: '10 minutes',
  900: '15 minutes',
  3600: 'an hour',
  86_400: 'a day',
};
const rate = ({ points, seconds }: { points: number; seconds: number }) =>
  seconds === 3600 ? `${points.toLocaleString('en')} an hour` : `${points.toLocaleString('en')} in ${spans[seconds]}`;

test.each([
  ['wrong passwords, refused id tokens', 2, [limits.signInFromAddress]],
  ['registrations', 1, [limits.registerOfAddress]],
  ['registrations', 2, [limits.registerFromAddress]],
  ['wrong passwords within a session', 1, [limits.passwordOfSession]],
  ['exports of all data', 1, [limits.dataExportOfAccount]],
  ['one-time codes', 1, [limits.codeOfAccount]],
  ['recovery codes', 1, [limits.recoveryOfPair]],
  ['appeals', 1, [limits.appealOfAccount]],
  ['begun sign-ins by passkey', 2, [limits.passkeyFromAddress]],
  ['upload links', 1, [limits.uploadOfAccount]],
  ['photos added to faces', 1, [limits.faceOfAccount]],
  ['changes of faces', 1, [limits.faceChangeOfAccount]],
  ['started detections', 1, [limits.detectionOfAccount]],
  ['previews', 1, [limits.previewOfAccount]],
  ['exports of results', 1, [limits.exportOfAccount]],
  ['questions to a provider about an open payment', 1, [limits.paymentCheckOfAccount]],
  ['refused messages of payment providers', 2, [limits.refusedEventFromAddress]],
  ['messages', 2, [limits.feedbackFromAddress]],
  ['pictures sent with messages', 2, [limits.attachmentFromAddress]],
  ['take-down reports', 2, [limits.takedownFromAddress]],
  ['error reports', 2, [limits.reportFromAddress]],
  ['requests for shared results', 2, [limits.sharedFromAddress]],
])('the table of limits is true for %s (column %i)', (action, column, [limit]) => {
  const row = rowsOf(security).find(([name]) => name === action);
  expect(row?.[column]).toMatch(new RegExp(`^${rate(limit!)}(,|$| for )`));
});

test('the lifetimes of sessions are documented as they are configured', () => {
  const { days } = retentionRules.access_token as { days: number };
  const lasting = apiSchema.shape.TOKEN_DAYS.parse(undefined);
  expect(security.replace(/\s+/g, ' ')).toContain(
    `It lasts ${lasting} days (\`TOKEN_DAYS\`) and ends earlier after ${days} days without use`,
  );
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
