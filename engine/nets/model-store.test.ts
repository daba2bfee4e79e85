import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { defaultModelsDir, ModelStore } from './model-store';

function copyOfModels(): string {
  const folder = scratchFolder();
  for (const file of readdirSync(defaultModelsDir()))
    copyFileSync(path.join(defaultModelsDir(), file), path.join(folder, file));
  return folder;
}

describe('ModelStore', () => {
  test('loads a net with a square input', async () => {
    const net = await (await ModelStore.open()).load('face-identity');
    expect(net.side).toBe(112);
    const { identity } = await net.run();
    expect(identity).toHaveLength(256);
    await net.close();
  });

  test('explains how to install missing models', async () => {
    const empty = scratchFolder();
    await expect(ModelStore.open(empty)).rejects.toMatchObject({
      code: 'models_missing',
      message: expect.stringMatching(
        /The model file \/.*manifest\.json is missing\. Run `npm run setup`.*or correct the folder of the models/,
      ),
    });
  });

  test('rejects a model with one changed byte', async () => {
    const folder = copyOfModels();
    const file = path.join(folder, 'mobileface.onnx');
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(file, bytes);
    const store = await ModelStore.open(folder);
    await expect(store.load('face-identity')).rejects.toMatchObject({
      code: 'models_missing',
      message: expect.stringMatching(/mobileface\.onnx does not match its checksum.*npm run setup/),
    });
    await expect(store.load('face-detector')).resolves.toBeDefined();
  });
});
