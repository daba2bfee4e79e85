import { readdirSync, readFileSync } from 'node:fs';

import { describe, expect, test } from 'vitest';

import { findViolations } from './support/doors/find-violations';

const ROOMS = ['contract', 'app', 'backend', 'engine'];

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
    ['a static import', 'app/routes/a.ts', `import { x } from '../../backend/main';`, 'app opens backend/main'],
    ['its alias', 'app/routes/a.ts', `import { x } from '#backend/main';`, 'app opens backend/main'],
    ['a type', 'backend/http/a.ts', `import type { X } from '~/root';`, 'backend/http opens app/root'],
    ['a type in place', 'engine/a.ts', `let x: import('#contract').X;`, 'engine opens contract'],
    ['a re-export', 'contract/a.ts', `export * from '#engine';`, 'contract opens engine'],
    ['a side effect', 'engine/a.ts', `import '../backend/main';`, 'engine opens backend/main'],
    ['import()', 'app/a.ts', `await import('#engine/index');`, 'app opens engine/index'],
    ['require()', 'backend/worker.ts', `require('../app/root');`, 'backend opens app/root'],
    ['import = require()', 'engine/a.ts', `import x = require('#backend/main');`, 'engine opens backend/main'],
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
    ['backend/domain/a/b.ts', '../../jobs/graphile-queue', 'backend/domain opens backend/jobs/graphile-queue'],
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

describe('libraries and the environment', () => {
  test('the contract uses zod alone', () => {
    expect(findViolations('contract/a.ts', `import 'zod/v4'; import 'node:fs';`)).toEqual([
      'contract/a.ts:1 contract uses node:fs',
    ]);
  });

  test.each(['process.env.PORT', 'const { env } = process', 'import.meta.env.PORT'])('%s is seen', (read) => {
    expect(findViolations('backend/domain/a.ts', `${read};`)).toEqual(['backend/domain/a.ts:1 reads the environment']);
    expect(findViolations('app/routes/a.ts', `${read};`)).toEqual(['app/routes/a.ts:1 reads the environment']);
    expect(findViolations('backend/worker.ts', `${read};`)).toEqual([]);
    expect(findViolations('app/server/environment.server.ts', `${read};`)).toEqual([]);
  });

  test('a comment or a string is not an import', () => {
    expect(
      findViolations('app/a.ts', `// import '#backend/main'\nconst s = "require('#engine')"; // process.env`),
    ).toEqual([]);
  });
});
