import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';

/** Files that a process leaves in its temporary folder. */
function leftBehind(program: string): string[] {
  const folder = scratchFolder();
  // With CI set the library never reports, and the test would prove nothing.
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
