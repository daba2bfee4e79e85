import path from 'node:path';
import type { SwapperSpec } from '#engine/neural/spec';
import { checkEmap } from './emap';
import { packError } from './fault';
import { stampFile } from './integrity';
import { assertAccepted, assertMayBeSold } from './licence';
import type { PackManifest } from './manifest';
import { readOnnxGraph } from './onnx-file';
import { specOf } from './pack-spec';
import { selfTest } from './self-test';
import { assertSignature, signatureOf } from './signature';
import type { PackState } from './types';
import type { VerifiedFiles } from './verified';

export interface CheckOptions {
  /** Credits cost money here. Default false. */
  sellsPlans?: boolean;
  /** Read files again that look unchanged since they were verified. Default false. */
  again?: boolean;
}

export interface PackFiles {
  readonly folder: string;
  readonly manifest: PackManifest;
  readonly verified: VerifiedFiles;
}

type Check = readonly [state: PackState, check: (files: PackFiles, options: CheckOptions) => unknown];

/** In this order; the first that throws gives the pack its state. */
export const packChecks: readonly Check[] = [
  ['absent', ({ folder, manifest }) => stampFile(path.join(folder, manifest.file))],
  ['unaccepted', ({ manifest }) => assertAccepted(manifest)],
  ['altered', assertUnaltered],
  ['unfit', assertFits],
  ['unlicensed', ({ manifest }, { sellsPlans = false }) => assertMayBeSold(manifest, sellsPlans)],
];

async function assertUnaltered({ folder, manifest, verified }: PackFiles, { again }: CheckOptions): Promise<void> {
  for (const { file, sha256 } of [manifest, ...(manifest.data ?? [])]) {
    const found = await verified.hash(path.join(folder, file), again);
    if (found.sha256 === sha256) continue;
    throw packError(
      'model_altered',
      `${path.join(folder, file)} has the SHA-256 checksum ${found.sha256}, and pack.json expects ${sha256}. Replace the file by the original, or add it anew with \`npm run models -- add\`.`,
    );
  }
}

function assertBoosts(folder: string, { size, boosts }: SwapperSpec): void {
  const odd = boosts.find((boost) => boost % size !== 0);
  if (odd === undefined) return;
  throw packError(
    'model_unfit',
    `${path.join(folder, 'pack.json')} has the boost ${odd}, which is no whole multiple of ${size}. Correct "boost" or "size".`,
  );
}

async function assertFits({ folder, manifest, verified }: PackFiles, { again }: CheckOptions): Promise<void> {
  const file = path.join(folder, manifest.file);
  const graph = await readOnnxGraph(file);
  const unlisted = graph.externalFiles.find((name) => !manifest.data?.some((data) => data.file === name));
  if (unlisted !== undefined) {
    throw packError(
      'model_unfit',
      `${file} keeps tensors in ${unlisted}, which pack.json does not list. List it under "data" with its checksum, or use a file that contains all tensors.`,
    );
  }
  const spec = specOf(manifest);
  if (spec.kind === 'swapper') assertBoosts(folder, spec);
  const signature = signatureOf(spec);
  assertSignature(file, graph, signature);
  if (spec.kind === 'swapper' && spec.source.take === 'latent') checkEmap(file, graph.lastInitializer);
  if (!again && verified.isSelfTested(file)) return;
  await selfTest(file, signature);
  verified.setSelfTested(file);
}
