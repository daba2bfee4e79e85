import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, inject, test } from 'vitest';

/** Gzip bytes of script before the first interaction. */
const budgets = [
  { path: '/', most: 98_000 },
  { path: '/face-swap', most: 120_000 },
  { path: '/face-swap-photo', most: 120_000 },
  { path: '/face-swap-video', most: 120_000 },
];

const importsOf = (source: string) =>
  [...source.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)].map(([, name]) => name!);

/** Includes static imports, recursively. */
function scriptsOf(html: string): string[] {
  const named = [...html.matchAll(/["'](\/assets\/[^"']+\.js)["']/g)].map(([, path]) => path!);
  // The manifest lists on-demand scripts, too.
  const isForPage = (path: string) => new RegExp(`(?:rel="modulepreload"[^>]* href=|\\bfrom )"${path}"`).test(html);
  const found = new Set(named.filter(isForPage));
  for (const path of found) {
    const source = readFileSync(join('build/client', path), 'utf8');
    for (const name of importsOf(source)) found.add(`/assets/${name}`);
  }
  return [...found];
}

test.each(budgets)('$path loads less than $most bytes of script at first', async ({ path, most }) => {
  const html = await (await fetch(inject('siteUrl') + path)).text();
  const scripts = scriptsOf(html);
  const sizes = scripts.map((script) => gzipSync(readFileSync(join('build/client', script))).length);
  expect(scripts.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(most);
  // Upload code loads on demand.
  expect(
    scripts.filter((script) =>
      /send-(media|resumable)|check-media|pending-upload|unfinished|upload-code\./.test(script),
    ),
  ).toEqual([]);
});

test('code that uploads imports only what its page has loaded: a browser never repeats a failed import', async () => {
  const html = await (await fetch(inject('siteUrl') + '/face-swap')).text();
  const loaded = scriptsOf(html).map((path) => path.replace('/assets/', ''));
  const scripts = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'));
  const importsByScript = scripts.map((name) => ({
    name,
    imports: importsOf(readFileSync(join('build/client/assets', name), 'utf8')),
  }));
  const isOnDemand = (name: string) => /^(upload-code|send-resumable)\./.test(name);
  const onDemand = importsByScript.filter(({ name }) => isOnDemand(name));
  expect(onDemand).toHaveLength(2);
  for (const { imports } of onDemand) expect(imports.filter((name) => !loaded.includes(name))).toEqual([]);
  expect(importsByScript.filter(({ imports }) => imports.some(isOnDemand))).toEqual([]);
});

test('no page loads schemas: they are heavy, and ask whether they may make code, which pages forbid', () => {
  const scripts = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'));
  const withSchemas = scripts.filter((name) =>
    readFileSync(join('build/client/assets', name), 'utf8').includes('_zod'),
  );
  expect(withSchemas).toEqual([]);
});

/** What a program and its parts import; `atStart`: without what they load on demand. */
function packagesOf(program: string, { atStart }: { atStart: boolean }): string[] {
  const imports = atStart ? /^import .*?"([^"]+)";$|^} from "([^"]+)";$/gm : /["']([\w@./-]+)["']/g;
  const parts = new Set([program]);
  const packages = new Set<string>();
  for (const part of parts) {
    for (const [, ...found] of readFileSync(join('build', part), 'utf8').matchAll(imports)) {
      const name = found.find(Boolean)!;
      if (!name.startsWith('./')) packages.add(name);
      else if (existsSync(join('build', name)) && name.endsWith('.js')) parts.add(name.slice(2));
    }
  }
  return [...packages];
}

test.each(['server.js', 'api.js'])('%s answers requests without the engine, which is the workers’', (program) => {
  const native = (name: string) => name === 'sharp' || name === 'onnxruntime-node';
  expect(packagesOf(program, { atStart: false }).filter(native)).toEqual([]);
  expect(packagesOf('worker.js', { atStart: false }).filter(native).sort()).toEqual(['onnxruntime-node', 'sharp']);
});

test.each(['api.js', 'worker.js', 'launch.js'])('%s loads at its start what every start needs', (program) => {
  const onDemand = /^(@trustnxt|@peculiar|@simplewebauthn|@aws-sdk|@sentry|stripe|nodemailer|onnxruntime-node)/;
  const packages = packagesOf(program, { atStart: true });
  expect(packages).toContain('pg');
  expect(packages.filter((name) => onDemand.test(name))).toEqual([]);
});
