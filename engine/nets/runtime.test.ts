import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';

/** What is left in the temporary folder of a process that ran a program. */
function leftBehind(program: string): string[] {
  const folder = scratchFolder();
  // On a machine of continuous integration the library reports nothing anyhow, and the test would show nothing.
  const { CI: _, ...environment } = process.env;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...environment, TMPDIR: folder } });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  return readdirSync(folder).filter((name) => name.startsWith('mat-') || name === '.ses');
}

test('the library of the nets keeps no record of its use, and so has nothing to send', () => {
  const engine = `const { openEngine } = await import('./engine/index.ts'); await (await openEngine()).close();`;
  expect(leftBehind(engine)).toEqual([]);
});
