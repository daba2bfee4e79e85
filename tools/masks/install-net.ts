import { createHash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { withPartialFile } from '#engine/media/write-picture';
import { defaultModelsDir } from '#engine/nets/model-store';

/** Copies the exported net to the models and writes its checksum into the manifest. */
export async function installNet(exported: string, folder = defaultModelsDir()): Promise<void> {
  const manifestFile = path.join(folder, 'manifest.json');
  const manifest = JSON.parse(await readFile(manifestFile, 'utf8'));
  const entry = manifest.models.find(({ name }: { name: string }) => name === 'face-masks');
  entry.sha256 = createHash('sha256')
    .update(await readFile(exported))
    .digest('hex');
  // Both are complete before either is replaced: the engine refuses a net with another checksum.
  await withPartialFile(path.join(folder, entry.file), async (net) => {
    await copyFile(exported, net);
    await withPartialFile(manifestFile, (partial) => writeFile(partial, JSON.stringify(manifest, null, 2)));
  });
}
