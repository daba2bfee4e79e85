import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';

import sharp from 'sharp';
import { expect, inject, test } from 'vitest';

import { scratchFolder } from '#tests/support/scratch';

const guide = readFileSync('docs/api.md', 'utf8');
const commands = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!).join('\n');

/** PATH with the programs that the guide requires. */
function onlyNamedPrograms(folder: string): string {
  const programs = join(folder, 'programs');
  mkdirSync(programs);
  const places = process.env.PATH!.split(delimiter);
  for (const program of ['bash', 'curl', 'grep', 'head', 'cut', 'date', 'sleep']) {
    symlinkSync(
      places.map((place) => join(place, program)).find((path) => existsSync(path))!,
      join(programs, program),
    );
  }
  return programs;
}

test('the commands of docs/api.md, as they are written, lead from no account to a result', async () => {
  const folder = scratchFolder();
  writeFileSync(join(folder, 'guide.sh'), commands);
  const shell = spawn('bash', ['-eu', 'guide.sh'], {
    cwd: folder,
    env: { PATH: onlyNamedPrograms(folder), SITE: inject('siteUrl'), NODE_ENV: 'production' },
  });
  let output = '';
  shell.stdout.on('data', (chunk) => (output += String(chunk)));
  shell.stderr.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(shell, 'close');
  expect(code, output).toBe(0);
  expect(output).toMatch(/One order, however often it is sent: [0-9a-f-]{36}/);
  expect(output).toMatch(/ratelimit: "key";r=\d+/i);

  const codes = [...output.matchAll(/"code":(\d+)/g)].map(([, found]) => Number(found));
  expect(codes.filter((found) => found !== 200)).toEqual([415]);
  const [before, after] = await Promise.all(
    ['scene', 'result'].map((name) =>
      sharp(join(folder, `${name}.jpg`))
        .raw()
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  expect(after!.info).toMatchObject({ width: before!.info.width, height: before!.info.height });
  expect(after!.data.equals(before!.data)).toBe(false);
});
