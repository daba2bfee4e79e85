import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { batchLimits, calls, rules, type ErrorName } from '#contract';
import { limits } from '#backend/domain/limits';

const rows = new Map(
  [...readFileSync('docs/api.md', 'utf8').matchAll(/^\| (.+?) +\| (.+?) +\| .+ \|$/gm)].map(([, what, most]) => [
    what,
    most,
  ]),
);

const spans: Record<number, string> = { 60: 'a minute', 900: '15 minutes', 3600: 'an hour' };

const named: Partial<Record<keyof typeof limits, string>> = {
  callsOfApiKey: 'calls with an API key',
  uploadOfAccount: 'uploads',
  detectionOfAccount: 'detections',
  faceOfAccount: 'photos of faces',
  faceChangeOfAccount: 'changes of faces',
  previewOfAccount: 'previews',
  exportOfAccount: 'exports',
  libraryChangeOfAccount: 'deletions, new names',
  shareOfAccount: 'new shared links',
  webhookSendsOfAccount: 'webhook events re-sent',
  appealOfAccount: 'appeals',
  signInOfPair: 'wrong passwords',
  signInOfAccount: 'wrong passwords in all',
};

test.each(Object.entries(named))('the guide names the limit %s', (name, what) => {
  const { points, seconds } = limits[name as keyof typeof limits];
  expect(rows.get(what)).toBe(`${points} in ${spans[seconds]}`);
});

/** Log-ins, mails, settings, payments and visitors: the table in docs/security.md has them. */
const ofPages: (keyof typeof limits)[] = [
  'signInOfAccountHour',
  'signInOfAccountDay',
  'signInFromAddress',
  'passkeyFromAddress',
  'lockedMail',
  'registerOfAddress',
  'registrationMail',
  'registerFromAddress',
  'mailToAddress',
  'noticeToAddress',
  'mailFromAddress',
  'passwordOfSession',
  'passwordChangeOfAccount',
  'codeOfAccount',
  'codeOfAccountDay',
  'recoveryOfPair',
  'dataExportOfAccount',
  'webhookChangeOfAccount',
  'purchaseOfAccount',
  'paymentCheckOfAccount',
  'refusedEventFromAddress',
  'reportFromAddress',
  'feedbackFromAddress',
  'attachmentFromAddress',
  'takedownFromAddress',
  'checkFromAddress',
  'sharedFromAddress',
  'sharedOfLink',
];

test('the guide names every limit that programs reach', () => {
  expect([...Object.keys(named), ...ofPages].sort()).toEqual(Object.keys(limits).sort());
});

test('the guide names the limits of files and lists', () => {
  const mb = (bytes: number) => `${bytes / 1024 / 1024} MB`;
  expect(rows.get('photo, GIF')).toBe(
    `${mb(rules.photoMaxBytes)}, ${rules.imageSide.min} to ${rules.imageSide.max} pixels`,
  );
  expect(rows.get('video')).toBe(`${rules.videoMaxBytes / 1024 ** 3} GB`);
  expect(rows.get('photos')).toBe(String(batchLimits.photos));
  expect(rows.get('entries of a list')).toBe(String(rules.pageSize.max));
});

test('the guide names the errors that need more than their message', () => {
  const guide = readFileSync('docs/api.md', 'utf8');
  const special = ['code_required', 'content_stopped', 'content_refused', 'refused'] satisfies ErrorName[];
  for (const name of special) expect(guide).toContain(`\`${name}\``);
  for (const path of [calls.login_code, calls.my_decisions, calls.my_decision_appeal].map((call) => call.path))
    expect(guide).toContain(`\`${path}\``);
});
