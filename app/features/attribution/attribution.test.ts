import { expect, test } from 'vitest';

import { attributionCookie, parseAttribution } from './attribution';
import { readUtmAll } from './attribution.server';

const empty = { utm_source: '', utm_medium: '', utm_campaign: '', utm_content: '', click_id: '' };
const from = (search: string) => parseAttribution(new URLSearchParams(search));

test.each([
  ['utm_source=news&utm_medium=mail', { utm_source: 'news', utm_medium: 'mail' }],
  ['via=ada', { utm_source: 'ada' }],
  ['utm_source=news&via=ada', { utm_source: 'news' }],
  ['utm_source=&via=ada', { utm_source: 'ada' }],
  ['click_id=7&page=2', { click_id: '7' }],
  ['utm_campaign=spring&utm_content=b', { utm_campaign: 'spring', utm_content: 'b' }],
])('%s is a record with the rest empty', (search, said) => {
  expect(from(search)).toEqual({ ...empty, ...said });
});

test.each(['', 'page=2', 'utm_source=', 'via=%20'])('"%s" says nothing', (search) => {
  expect(from(search)).toBeNull();
});

test('a record comes back from its cookie as the API takes it, whatever is in it', () => {
  const record = from('utm_source=a%3B%20b%3D%22%C3%A9&click_id=1')!;
  const [pair] = attributionCookie(record).split('; Max-Age');
  expect(JSON.parse(readUtmAll(`locale=en; ${pair}; other=1`)!)).toEqual(record);
});

test('the longest record that can be kept is one that the API takes', () => {
  const part = 'ü'.repeat(500);
  const search = ['utm_source', 'utm_medium', 'utm_campaign', 'utm_content', 'click_id'].map((name) => [name, part]);
  const [pair] = attributionCookie(parseAttribution(new URLSearchParams(search))!).split('; Max-Age');
  expect(readUtmAll(pair!)!.length).toBeLessThanOrEqual(2000);
});

test.each([null, '', 'attribution=', 'attribution=%', 'attribution=null', 'attribution=7', 'attribution={"a":1}'])(
  'the cookie %s is no record',
  (cookie) => {
    expect(readUtmAll(cookie)).toBeUndefined();
  },
);
