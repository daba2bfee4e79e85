import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import { readdirSync, readFileSync } from 'node:fs';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';

import { evidenceWidth } from '#backend/domain/moderation/policy';
import { retentionRules } from '#backend/domain/retention/rules';

import { signInCookie } from '~/features/account/google.server';
import { attributionCookie, parseAttribution } from '~/features/attribution/attribution';
import { choiceHeaders } from '~/features/consent/consent.server';
import { offerCookie } from '~/features/offer/offer.server';
import { themeCookie } from '~/features/theme/theme.server';
import ContentMonitoringPolicy from '~/routes/content-monitoring-policy';
import Policy from '~/routes/policy';
import { localeHeader } from '~/server/locale.server';
import { readSession, writeSession } from '~/server/session.server';

const site = { owner: { name: 'Faceswap Ltd' }, retentionDays: 30 };

/** The text of a section, with single spaces. */
function sectionOf(Page: ComponentType, title: string): string {
  const Stub = createRemixStub([{ id: 'root', path: '*', Component: Page, loader: () => ({ user: null, site }) }]);
  render(<Stub hydrationData={{ loaderData: { root: { user: null, site } } }} />);
  return screen.getByRole('region', { name: title }).textContent!.replace(/\s+/g, ' ');
}

const daysOf = (table: keyof typeof retentionRules): number => {
  const rule = retentionRules[table];
  return 'days' in rule ? rule.days : NaN;
};
const inWords = (days: number) => ({ 1: 'one day', 365: 'one year' })[days] ?? `${days} days`;

test('the privacy policy states the times after which the sweep deletes', () => {
  const text = sectionOf(Policy, 'How long');
  expect(text).toContain(`Uploads and results: ${site.retentionDays} days`);
  expect(text).toContain(`Decisions of the automatic check: ${inWords(daysOf('moderation'))}.`);
  expect(text).toContain(`The picture for a review: ${site.retentionDays} days, or until the verdict`);
  const yearly = [...new Set((['audit_event', 'feedback', 'failed_event'] as const).map(daysOf))];
  expect(text).toContain(`messages to us and reports of failures: ${yearly.map(inWords).join()}.`);
  expect(text).toContain(`Records of webhooks: ${inWords(daysOf('webhook_event'))}.`);
  expect(text).toContain(`a message that was not sent: ${inWords(daysOf('feedback_attachment'))}.`);
  expect(text).toContain(`Codes that we mail: ${inWords(daysOf('mail_code'))} after they expire.`);
});

test('every table that is kept without limit and may concern a person is named', () => {
  const text = sectionOf(Policy, 'How long');
  const names: Partial<Record<keyof typeof retentionRules, string>> = {
    account: 'Your account: until you delete it',
    welcomed_mailbox: 'A keyed hash of your e-mail address',
    takedown_case: 'Take-down cases',
    blocked_face: 'Numbers that describe a blocked face: until the person withdraws',
    blocked_file: 'hashes of removed files',
    blocked_fingerprint: 'hashes of removed files',
  };
  const about = /bookkeeping|not about people/;
  for (const [table, rule] of Object.entries(retentionRules)) {
    if (!('kept' in rule)) continue;
    expect(text).toContain(
      about.test(rule.kept) ? 'the ledger of credits and payments' : (names[table as never] ?? table),
    );
  }
});

test('the privacy policy names what moderation and sessions keep', () => {
  const text = sectionOf(Policy, 'What we keep of you');
  expect(text).toContain(`a picture of ${evidenceWidth} pixels at most`);
  expect(text).toContain(`after ${daysOf('access_token')} days without use`);
});

test('the privacy policy names the measurements that are in files', () => {
  const text = sectionOf(Policy, 'Faces');
  expect(text).toContain('those of the faces put on it, are also kept in files until the swap ends');
  expect(text).not.toContain('Measurements are not stored');
});

test('the privacy policy lists every cookie, with its name and lifetime', async () => {
  const request = new Request('https://faceswap.test/');
  const made = [
    await writeSession(await readSession(request), request),
    await signInCookie(request).serialize({}),
    localeHeader(request)!,
    await themeCookie.serialize('light'),
    await offerCookie.serialize('dismissed'),
    attributionCookie(parseAttribution(new URLSearchParams('click_id=1'))!),
    ...choiceHeaders('yes', request).getSetCookie(),
  ].map((cookie) => {
    const [, name, seconds] = /^(\w+)=.*?; Max-Age=(\d+);/.exec(cookie)!;
    return `${name} (${Number(seconds) < 86_400 ? `${Number(seconds) / 60} minutes` : inWords(Number(seconds) / 86_400)})`;
  });
  const text = sectionOf(Policy, 'Cookies and what your browser keeps');
  const listed = [...text.matchAll(/[a-z_]+ \((?:\d+|one) \w+\)(?=:)/g)].map(([cookie]) => cookie);
  expect(listed.sort()).toEqual(made.sort());

  const sources = readdirSync('app', { recursive: true, encoding: 'utf8' }).filter((file) =>
    /(?<!\.test)\.tsx?$/.test(file),
  );
  const makers = sources.filter((file) => /\bmaxAge: |Max-Age=\$/.test(readFileSync(`app/${file}`, 'utf8')));
  expect(makers, 'one file makes each cookie').toHaveLength(made.length);
});

test('the privacy policy says that where a visitor came from is stored with accounts only', () => {
  expect(sectionOf(Policy, 'What we keep of you')).toContain(
    'It is in a cookie, and stored with your account if you register, not otherwise',
  );
});

test.each([
  ['What is checked', 'Nothing lifts a refusal.'],
  ['If we were wrong', 'appeal each decision once'],
  ['What follows', 'counts against the account for a year'],
  ['Results say what they are', 'in JPEG, PNG, WebP, GIF and MP4 are signed'],
])('the content policy: %s', (title, words) => {
  expect(sectionOf(ContentMonitoringPolicy, title)).toContain(words);
});
