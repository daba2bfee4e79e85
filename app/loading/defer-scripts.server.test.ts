import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { expect, test } from 'vitest';

import { scriptsWait } from './defer-scripts.server';

const page =
  '<head><link rel="modulepreload" href="/a.js"/><link rel="icon"/><link rel="modulepreload" href="/ü.js"/>' +
  '<script nonce="n" type="module" async="">import "/a.js"</script><script type="module">1</script>< b< type="mo';
const sent = page
  .replaceAll('<link rel="modulepreload"', '<link data-rel="modulepreload"')
  .replace(' type="module" async="">', ' type="text/plain" data-type="module">');

test.each([1, 7, 26, 1000])('every script waits, in pieces of %i bytes', async (size) => {
  const bytes = Buffer.from(page);
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  expect(await text(Readable.from(pieces).pipe(scriptsWait()))).toBe(sent);
});
