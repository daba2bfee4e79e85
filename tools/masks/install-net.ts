import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { defaultModelsDir } from '#engine/nets/model-store';

/** Copies the exported net to the models and writes its checksum into the manifest. */
export async function installNet(exported: string): Promise<void> {
  const folder = defaultModelsDir();
  const manifestFile = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const entry = manifest.models.find(({ name }: { name: string }) => name === 'face-masks');
  entry.sha256 = createHash('sha256')
    .update(await readFile(exported))
    .digest('hex');
  await copyFile(exported, path.join(folder, entry.file));
  await writeFile(manifestFile, JSON.stringify(manifest, null, 2));
}
