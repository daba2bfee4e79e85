import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';

/** What a page of the tool may load of scripts before a file is chosen, gzip. */
const budget = 130_000;

/** The scripts a page names, and those that they import in turn: what a browser fetches without being asked. */
function scriptsOf(html: string): string[] {
  const named = [...html.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, path]) => path!);
  const isForPage = (path: string) =>
    new RegExp(`<link rel="modulepreload" href="${path}"|import[^;]*"${path}"`).test(html);
  const found = new Set(named.filter(isForPage));
  for (const path of found) {
    const source = readFileSync(join('build/client', path), 'utf8');
    for (const [, name] of source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) found.add(`/assets/${name}`);
  }
  return [...found];
}

test.each(['/face-swap', '/face-swap-photo', '/face-swap-video'])(
  '%s loads little before a file is chosen',
  async (path) => {
    const html = await (await fetch(inject('siteUrl') + path)).text();
    const scripts = scriptsOf(html);
    const sizes = scripts.map((script) => gzipSync(readFileSync(join('build/client', script))).length);
    expect(scripts.length).toBeGreaterThan(3);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(budget);
    // What uploads, checks and sends files comes only when there is one.
    expect(scripts.filter((script) => /send-|check-media|kept-file|unfinished/.test(script))).toEqual([]);
  },
);

test('no page loads schemas: they are heavy, and ask whether they may make code, which pages forbid', () => {
  const scripts = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'));
  const withSchemas = scripts.filter((name) =>
    readFileSync(join('build/client/assets', name), 'utf8').includes('_zod'),
  );
  expect(withSchemas).toEqual([]);
});
