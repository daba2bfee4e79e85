import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { expect, test } from 'vitest';

const pages = [
  'README.md',
  'CONTRIBUTING.md',
  'CHANGELOG.md',
  'SECURITY.md',
  'deploy/README.md',
  ...['docs', 'tools'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.md'))
      .map((file) => `${folder}/${file}`),
  ),
];

/** Links are relative to the page, code to the root. */
function filesNamedIn(page: string): string[] {
  const text = readFileSync(page, 'utf8');
  const links = [...text.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link]) => join(dirname(page), link));
  const rooms = /`((?:app|backend|contract|engine|http|shared|scripts|tests|tools|docs|deploy)\/[\w./-]+|\w+\.ts)`/g;
  return [...links, ...[...text.matchAll(rooms)].map(([, file]) => file)];
}

test.each(pages)('%s names only what is there', (page) => {
  const missing = filesNamedIn(page).filter((file) => !existsSync(file) && !existsSync(join(dirname(page), file)));
  expect(missing).toEqual([]);
});

test('each line of the specification is shown by tests that exist under their names', () => {
  const rows = readFileSync('docs/specification.md', 'utf8').match(/^\| (?!the specification|-).*$/gm)!;
  const named = rows.map((row) => {
    const [line, tests] = row.slice(1, -1).split(' | ') as [string, string];
    return { line: line.trim(), tests: [...tests.matchAll(/`([^`]+\.test\.tsx?)` (.+?)(?=<br>|\s*$)/g)] };
  });
  const missing = named.flatMap(({ line, tests }) => {
    if (tests.length === 0) return [`${line}: no test`];
    const gone = tests.filter(
      ([, file, title]) => !existsSync(file) || !readFileSync(file, 'utf8').includes(`'${title}'`),
    );
    return gone.map(([, file, title]) => `${line}: ${file} has no test “${title}”`);
  });
  expect(missing).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
});

test('.env.example names every setting of the schemas, and no other', () => {
  const schemas = [
    'backend/config/schema.ts',
    'backend/config/moderation.ts',
    'backend/config/payments.ts',
    'backend/config/launch.ts',
    'backend/config/storage.ts',
    'app/server/environment.server.ts',
  ].map((file) => readFileSync(file, 'utf8'));
  const settings = new Set(
    schemas.flatMap((text) => [...text.matchAll(/^ {2,4}([A-Z][A-Z\d_]+): /gm)].map(([, name]) => name)),
  );
  const shown = new Set(
    [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z\d_]+)=/gm)].map(([, name]) => name),
  );
  const ours = ['NODE_ENV']; // scripts set it
  const ofTests = ['CHROMIUM_PATH'];
  expect([...settings].filter((name) => !shown.has(name) && !ours.includes(name))).toEqual([]);
  expect([...shown].filter((name) => !settings.has(name) && !ofTests.includes(name))).toEqual([]);
});
