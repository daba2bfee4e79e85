import { readFileSync, writeFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { scratchFolder } from '#tests/support/scratch';
import { installNet } from './install-net';

/** The checksum of the bytes "new". */
const sha256 = '11507a0e2f5e69d5dfa40a62a1bd7b6ee57e6bcd85c67c9b8431b36fff21c437';

function modelsFolder() {
  const [folder, exported] = [scratchFolder(), path.join(scratchFolder(), 'exported.onnx')];
  const manifest = { models: [{ name: 'face-masks', file: 'face-masks.onnx', sha256: 'old' }] };
  writeFileSync(path.join(folder, 'manifest.json'), JSON.stringify(manifest));
  writeFileSync(path.join(folder, 'face-masks.onnx'), 'old');
  writeFileSync(exported, 'new');
  const net = () => readFileSync(path.join(folder, 'face-masks.onnx'), 'utf8');
  const checksum = () => JSON.parse(readFileSync(path.join(folder, 'manifest.json'), 'utf8')).models[0].sha256;
  return { folder, exported, net, checksum };
}

test('installs a net with its checksum', async () => {
  const { folder, exported, net, checksum } = modelsFolder();
  await installNet(exported, folder);
  expect([net(), checksum()]).toEqual(['new', sha256]);
});

test('leaves net and checksum as they were if the manifest cannot be written', async () => {
  const { folder, exported, net, checksum } = modelsFolder();
  const spy = vi.spyOn(fs, 'writeFile').mockRejectedValue(new Error('disk full'));
  syncBuiltinESMExports();
  onTestFinished(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  await expect(installNet(exported, folder)).rejects.toThrow('disk full');
  expect([net(), checksum()]).toEqual(['old', 'old']);
});
