import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { scriptsLast } from './scripts-last.server';

const page =
  '<head><link rel="modulepreload" href="/a.js"/><link rel="icon"/><link rel="modulepreload" href="/ü.js"/>< b<';
const sent = page.replaceAll('<link rel="modulepreload"', '<link rel="modulepreload" fetchpriority="low"');

test.each([1, 7, 26, 1000])('every script comes last, in pieces of %i bytes', async (size) => {
  const bytes = Buffer.from(page);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  expect(await text(Readable.from(pieces).pipe(scriptsLast()))).toBe(sent);
});
