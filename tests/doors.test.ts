import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { findFileCycles, findFolderCycles } from './support/doors/find-cycles';
import { findUnusedExports } from './support/doors/find-unused';
import { findViolations } from './support/doors/find-violations';
import { IS_TEST } from './support/doors/rules';

const ROOMS = ['shared', 'contract', 'http', 'app', 'backend', 'engine'];

const filesOf = (room: string) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`);

const sources = ROOMS.flatMap(filesOf).filter((file) => /\.tsx?$/.test(file));

test.each([...ROOMS, 'server.ts'])('%s opens only its own doors', (room) => {
  const files = ['server.ts', ...sources].filter((file) => file.startsWith(room));
  expect(files).not.toEqual([]);
  expect(files.flatMap((file) => findViolations(file, readFileSync(file, 'utf8')))).toEqual([]);
});

describe('a door that is not in the plan is found', () => {
  test.each([
    [
      'a static import',
      'app/routes/a.ts',
      `import { x } from '../../backend/compose/start-backend';`,
      'app opens backend/compose/start-backend',
    ],
    [
      'its alias',
      'app/routes/a.ts',
      `import { x } from '#backend/compose/start-backend';`,
      'app opens backend/compose/start-backend',
    ],
    ['a type', 'backend/http/a.ts', `import type { X } from '~/root';`, 'backend/http opens app/root'],
    ['a type in place', 'engine/a.ts', `let x: import('#contract').X;`, 'engine opens contract'],
    ['a re-export', 'contract/a.ts', `export * from '#engine';`, 'contract opens engine'],
    [
      'a side effect',
      'engine/a.ts',
      `import '../backend/compose/start-backend';`,
      'engine opens backend/compose/start-backend',
    ],
    ['import()', 'app/a.ts', `await import('#engine/index');`, 'app opens engine/index'],
    ['require()', 'backend/bin/worker.ts', `require('../../app/root');`, 'backend opens app/root'],
    [
      'import = require()',
      'engine/a.ts',
      `import x = require('#backend/compose/start-backend');`,
      'engine opens backend/compose/start-backend',
    ],
    ['a script', 'app/a.ts', `import '../scripts/build.mjs';`, 'app opens scripts/build.mjs'],
    ['the joint', 'app/a.ts', `import '../server';`, 'app opens server'],
    ['the joint, past the backend', 'server.ts', `import '#engine';`, 'server.ts opens engine'],
    [
      'a computed name',
      'app/a.ts',
      `await import('#back' + 'end/main');`,
      'loads a file whose name is computed, which nobody can check',
    ],
  ])('%s', (_way, file, source, fault) => {
    expect(findViolations(file, source)).toEqual([`${file}:1 ${fault}`]);
  });
});

describe('inside the backend', () => {
  test.each([
    ['backend/domain/a/b.ts', '../../http/app', 'backend/domain opens backend/http/app'],
    ['backend/domain/a/b.ts', '../../providers/storage/disk', 'backend/domain opens backend/providers/storage/disk'],
    ['backend/domain/a/b.ts', '../../queue/graphile-queue', 'backend/domain opens backend/queue/graphile-queue'],
    ['backend/domain/a/b.ts', '../../launch/stack', 'backend/domain opens backend/launch/stack'],
    ['backend/http/a.ts', '../providers/storage/disk', 'backend/http opens backend/providers/storage/disk'],
    ['backend/http/a.ts', '#engine', 'backend/http opens engine'],
    ['backend/providers/storage/disk.ts', '../../domain/a/b', 'backend/providers opens backend/domain/a/b'],
    ['backend/db/a.ts', '../domain/a/b', 'backend/db opens backend/domain/a/b'],
    ['backend/config/a.ts', '../db/connect', 'backend/config opens backend/db/connect'],
  ])('%s may not import %s', (file, specifier, fault) => {
    expect(findViolations(file, `import '${specifier}';`)).toEqual([`${file}:1 ${fault}`]);
  });

  test.each(['backend/domain/a/b.ts', 'backend/http/a.ts', 'backend/jobs/a.ts'])('%s opens what it may', (file) => {
    expect(findViolations(file, `import '#contract'; import '#backend/domain/x/y'; import 'node:fs';`)).toEqual([]);
  });
});

const textOf = (file: string) => readFileSync(file, 'utf8');
const contents = new Map(sources.map((file) => [file, textOf(file)]));

const outside = ['tests', 'tools', 'scripts']
  .flatMap(filesOf)
  .filter((file) => /(?<!packages\/.*)\.(tsx?|mjs)$/.test(file));

test('code has at most 300 lines a file, tests have 500', () => {
  const isTooLong = (file: string) => textOf(file).split('\n').length - 1 > (IS_TEST.test(file) ? 500 : 300);
  expect([...sources, ...outside].filter(isTooLong)).toEqual([]);
});

describe('no exports without imports', () => {
  test('every value that a file exports is imported', () => {
    const others = ['server.ts', 'monitor.ts', ...outside];
    expect(findUnusedExports(contents, others.map(textOf))).toEqual([]);
  });

  test.each([
    ['a constant', 'export const { a, b: c } = x;', ['a', 'c']],
    ['a function', 'export function a() {}', ['a']],
    ['a default', 'export default class {}', ['default']],
    ['another name', 'const x = 1; export { x as a };', ['a']],
    ['one that is passed on', `export { x } from './x';`, ['x']],
    ['a type', 'export interface A {} export type B = A; export { type C };', []],
  ])('%s is found', (_what, source, names) => {
    const found = findUnusedExports(new Map([['engine/a.ts', source]]), []);
    expect(found).toEqual(names.map((name) => `engine/a.ts exports ${name}, which no file imports`));
  });

  test.each([
    `import { a as b } from '#engine/x'`,
    `import * as x from './x'`,
    `await import('./x')`,
    `export * from './x'`,
  ])('%s is an import', (source) => {
    expect(
      findUnusedExports(
        new Map([
          ['engine/x.ts', 'export const a = 1;'],
          ['engine/b.ts', source],
        ]),
        [],
      ),
    ).toEqual([]);
  });

  test('so is one in a file outside of the rooms', () => {
    const source = new Map([['engine/x.ts', 'export const a = 1;']]);
    for (const text of [`import {\n  b,\n  a } from '#engine/x'`, `const { a } = await import('#engine/x')`])
      expect(findUnusedExports(source, [text])).toEqual([]);
    expect(findUnusedExports(source, ['// a'])).toHaveLength(1);
  });
});

describe('no cycles', () => {
  test('no file imports itself through others', () => {
    expect(findFileCycles(contents)).toEqual([]);
  });

  test('no folder depends on itself through others', () => {
    expect(findFolderCycles(contents)).toEqual([]);
  });

  const file = (path: string, ...imports: string[]) => [path, imports.join('\n')] as const;

  test('a cycle of value imports is found, one of types or of imports on demand is none', () => {
    const a = file('app/x/a.ts', `import { b } from './b';`);
    expect(findFileCycles(new Map([a, file('app/x/b.ts', `export * from '~/x/a';`)]))).toEqual([
      'app/x/a.ts, app/x/b.ts',
    ]);
    expect(findFileCycles(new Map([a, file('app/x/b.ts', `import type { A } from './a';`)]))).toEqual([]);
    expect(findFileCycles(new Map([a, file('app/x/b.ts', `import { type A } from './a';`)]))).toEqual([]);
    expect(findFileCycles(new Map([a, file('app/x/b.ts', `const a = () => import('./a');`)]))).toEqual([]);
  });

  test('a cycle of folders is found by any import, but not between a folder and one inside it', () => {
    const a = file('engine/x/a.ts', `import type { B } from '../y/b';`);
    expect(findFolderCycles(new Map([a, file('engine/y/b.ts', `import('../x/a');`)]))).toEqual(['engine/x, engine/y']);
    const inside = file('engine/x/z/c.ts', `import { a } from '../a';`);
    expect(findFolderCycles(new Map([file('engine/x/a.ts', `import { c } from './z/c';`), inside]))).toEqual([]);
  });
});

describe('libraries and the environment', () => {
  test('the contract uses zod alone', () => {
    expect(findViolations('contract/a.ts', `import 'zod/v4'; import 'node:fs';`)).toEqual([
      'contract/a.ts:1 contract uses node:fs',
    ]);
  });

  test.each(['process.env.PORT', 'const { env } = process', 'import.meta.env.PORT'])('%s is seen', (read) => {
    expect(findViolations('backend/domain/a.ts', `${read};`)).toEqual(['backend/domain/a.ts:1 reads the environment']);
    expect(findViolations('app/routes/a.ts', `${read};`)).toEqual(['app/routes/a.ts:1 reads the environment']);
    expect(findViolations('backend/bin/worker.ts', `${read};`)).toEqual([]);
    expect(findViolations('app/server/environment.server.ts', `${read};`)).toEqual([]);
  });

  test('a comment or a string is not an import', () => {
    expect(
      findViolations(
        'app/a.ts',
        `// import '#backend/compose/start-backend'\nconst s = "require('#engine')"; // process.env`,
      ),
    ).toEqual([]);
  });
});
