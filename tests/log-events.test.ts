import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Its lines are those of the specification: "Runtime Error: …". */
const exempt = ['app/entry.server.tsx'];

const files = [
  'server.ts',
  ...['app', 'backend', 'http'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
      .map((name) => `${folder}/${name}`),
  ),
].filter((file) => !exempt.includes(file));

/** The last argument, where it is a text. */
const logLine = /\blog\s*\.(?:fatal|error|warn|info|debug)\((?:[^;]*?,)?\s*(['"`])((?:(?!\1)[^;])*)\1,?\s*\)/g;

test('log lines are event names in snake case', () => {
  const names = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(logLine)].map(([, , name]) => ({ file, name })),
  );
  expect(names.length).toBeGreaterThan(50);
  expect(names.filter(({ name }) => !/^[a-z0-9]+(_[a-z0-9]+)*$/.test(name!))).toEqual([]);
});
