import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';

/** Every write to it fails, as on a full disk. */
function unwritable(): number {
  const file = openSync('package.json', 'r');
  onTestFinished(() => closeSync(file));
  return file;
}

test.each([
  ['the pages', `(await import('./app/server/log.server.ts')).log`],
  ['API and workers', `(await import('./backend/compose/log.ts')).createLog('api', 'info')`],
])('a log of %s that cannot be written does not end the process', (_of, log) => {
  const program = `
    const log = ${log};
    for (let line = 0; line < 1000; line++) log.info({ line }, 'lost');
    setImmediate(() => process.stderr.write('still here'));`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const { status, stderr } = spawnSync(process.execPath, args, {
    encoding: 'utf8',
    env: { ...process.env, SESSION_SECRET: 'a secret of at least 32 characters' },
    stdio: ['ignore', unwritable(), 'pipe'],
    timeout: 20_000,
    killSignal: 'SIGKILL',
  });
  expect([stderr, status]).toEqual(['still here', 0]);
});
