import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { defaultModelsDir, ModelStore } from './model-store';

function copyOfModels(): string {
  const folder = scratchFolder();
  for (const file of readdirSync(defaultModelsDir()))
    copyFileSync(path.join(defaultModelsDir(), file), path.join(folder, file));
  return folder;
}

describe('ModelStore', () => {
  it('loads a net that takes a square picture', async () => {
    const net = await (await ModelStore.open()).load('face-identity');
    expect(net.side).toBe(112);
    const { identity } = await net.run();
    expect(identity).toHaveLength(256);
    await net.close();
  });

  it('says how to install what is missing', async () => {
    const empty = scratchFolder();
    await expect(ModelStore.open(empty)).rejects.toMatchObject({
      code: 'models_missing',
      message: expect.stringMatching(/manifest\.json is missing.*npm run setup/),
    });
  });

  it('refuses a model that was altered by one byte', async () => {
    const folder = copyOfModels();
    const file = path.join(folder, 'mobileface.onnx');
    const bytes = readFileSync(file);
    bytes[bytes.length >> 1] ^= 1;
    writeFileSync(file, bytes);
    const store = await ModelStore.open(folder);
    await expect(store.load('face-identity')).rejects.toMatchObject({
      code: 'models_missing',
      message: expect.stringMatching(/mobileface\.onnx is not the one.*npm run setup/),
    });
    await expect(store.load('face-detector')).resolves.toBeDefined();
  });
});
