import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { readLabel } from '#engine';
import { portraitPath } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Like `npm run`. */
function run(program: 'faces' | 'swap', args: string[]) {
  const command = ['scripts/engine.mjs', program, ...args];
  const { status, stdout, stderr } = spawnSync(process.execPath, command, { cwd: root, encoding: 'utf8' });
  return { status, stdout, stderr };
}

describe('the command line as a process', () => {
  test('swaps, prints one JSON object and nothing else', async () => {
    const out = path.join(scratchFolder(), 'result.webp');
    const args = ['--face', portraitPath('lin'), '--target', portraitPath('elsa'), '--out', out, '--json'];
    const { status, stdout, stderr } = run('swap', args);
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({ out, format: 'webp', persons: ['p1'] });
    expect(await readLabel(out)).toMatchObject({ marked: true });
  });

  test('reports a failure by exit code and one sentence on stderr', () => {
    const bad = path.join(scratchFolder(), 'bad.jpg');
    writeFileSync(bad, 'words');
    const { status, stdout, stderr } = run('faces', ['--target', bad]);
    expect({ status, stdout }).toEqual({ status: 3, stdout: '' });
    expect(stderr).toMatch(/^This is a text file.*\.\n$/);
  });
});
