import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';

function leftBehind(program: string): string[] {
  const folder = scratchFolder();
  // With CI set the library never reports.
  const { CI: _, ...environment } = process.env;
  const args = ['--import', 'tsx', '--input-type=module', '-e', program];
  const { status, stderr } = spawnSync(process.execPath, args, { env: { ...environment, TMPDIR: folder } });
  expect(stderr.toString()).toBe('');
  expect(status).toBe(0);
  return readdirSync(folder).filter((name) => name.startsWith('mat-') || name === '.ses');
}

test('ONNX Runtime records no telemetry', () => {
  const engine = `const { openEngine } = await import('./engine/index.ts'); await (await openEngine()).close();`;
  expect(leftBehind(engine)).toEqual([]);
});
