import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { findFileCycles, findFolderCycles } from './support/doors/find-cycles';
import { findViolations } from './support/doors/find-violations';

const ROOMS = ['shared', 'contract', 'http', 'app', 'backend', 'engine'];

const sources = ROOMS.flatMap((room) =>
  readdirSync(room, { recursive: true, encoding: 'utf8' }).map((file) => `${room}/${file}`),
).filter((file) => /\.tsx?$/.test(file));

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

describe('no cycles', () => {
  const contents = new Map(sources.map((file) => [file, readFileSync(file, 'utf8')]));

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
