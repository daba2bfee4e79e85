import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('a rejection without a handler is logged as an error, and the process goes on', () => {
  const program = `
    const { pino } = await import('pino');
    const { logUnhandledRejections } = await import('./http/unhandled-rejections.ts');
    logUnhandledRejections(pino(pino.destination({ fd: 1, sync: true })));
    void Promise.reject(new Error('forgotten'));
    setImmediate(() => process.stdout.write('still here'));`;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  const [line, rest] = stdout.split('\n');
  expect(JSON.parse(line!)).toMatchObject({ level: 50, msg: 'unhandled_rejection', err: { message: 'forgotten' } });
  expect([rest, status]).toEqual(['still here', 0]);
});
