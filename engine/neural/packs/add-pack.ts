import { copyFile, mkdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { assertDiskSpace } from '#engine/media/disk-space';
import { packChecks } from './check-pack';
import { packError } from './fault';
import { hashFile } from './integrity';
import { packManifest, type PackManifest } from './manifest';
import { readOnnxGraph } from './onnx-file';
import { PACK_FILE } from './open-packs';
import { withNames } from './propose';
import { VerifiedFiles } from './verified';

export interface NewPack {
  /** The file to add: a download is moved, another file copied. */
  source: string;
  move: boolean;
  manifest: PackManifest;
  sellsPlans: boolean;
}

/** All checks pass in a hidden folder before the pack appears: there is never a part of one. @throws EngineError */
export async function addPack(folder: string, { source, move, manifest, sellsPlans }: NewPack): Promise<PackManifest> {
  const home = path.join(folder, manifest.id);
  if (existsSync(home)) {
    throw packError(
      'model_unfit',
      `There is a pack ${manifest.id} already. Choose another --id, or remove it first: \`npm run models -- remove ${manifest.id}\`.`,
    );
  }
  const draft = path.join(folder, `.adding-${manifest.id}-${process.pid}`);
  await mkdir(draft, { recursive: true });
  try {
    const file = path.join(draft, manifest.file);
    const { size } = await stat(source);
    if (!move) await assertDiskSpace(draft, size);
    await (move ? rename(source, file) : copyFile(source, file));
    const complete = packManifest.parse({ ...manifest, bytes: size });
    const named = withNames(complete, await readOnnxGraph(file));
    const verified = await VerifiedFiles.open(draft);
    for (const [, check] of packChecks) await check({ folder: draft, manifest: named, verified }, { sellsPlans });
    await writeFile(path.join(draft, PACK_FILE), `${JSON.stringify(named, null, 2)}\n`);
    await rename(draft, home);
    return named;
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
}

/** Of a file that is not yet a pack. @throws EngineError `model_missing` */
export async function checksumOf(file: string): Promise<string> {
  return (await hashFile(path.resolve(file))).hash;
}
