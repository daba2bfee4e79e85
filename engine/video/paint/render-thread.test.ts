import { build } from 'esbuild';
import { expect, test } from 'vitest';

test('the thread that paints loads no packages, which would cost each command a tenth of a second', async () => {
  const { metafile } = await build({
    entryPoints: ['engine/video/paint/render-thread.ts'],
    outdir: 'unused',
    write: false,
    metafile: true,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
  });
  const [output] = Object.values(metafile.outputs);
  expect(output.imports.map(({ path }) => path).filter((path) => !path.startsWith('node:'))).toEqual([]);
});
