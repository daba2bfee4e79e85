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

test.each([
  ['calls with an API key', limits.callsOfApiKey],
  ['uploads', limits.uploadOfAccount],
  ['detections', limits.detectionOfAccount],
  ['photos of faces', limits.faceOfAccount],
  ['changes of faces', limits.faceChangeOfAccount],
  ['previews', limits.previewOfAccount],
  ['exports', limits.exportOfAccount],
  ['appeals', limits.appealOfAccount],
  ['wrong passwords', limits.signInOfPair],
  ['wrong passwords in all', limits.signInOfAccount],
])('the guide names the limit of %s', (what, { points, seconds }) => {
  expect(rows.get(what)).toBe(`${points} in ${spans[seconds]}`);
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
