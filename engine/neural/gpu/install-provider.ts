import { access, constants, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { EngineError } from '#engine/errors';
import { download, type Download } from '#engine/neural/packs/download';
import { extractFiles } from './extract-files';
import type { ProviderPackage } from './provider-package';

const libraries = ['shared', 'cuda', 'tensorrt'].map((name) => `libonnxruntime_providers_${name}.so`);

/**
 * Downloads the package and puts its libraries beside ONNX Runtime's own. An interrupted download is continued by the
 * next call; the folder has all libraries or none.
 * @throws EngineError `model_missing`, `model_altered`, `out_of_space`, `aborted`
 */
export async function installProvider(
  { url, bytes, sha512, version }: ProviderPackage,
  folder: string,
  options: Pick<Download, 'get' | 'signal' | 'onProgress'>,
): Promise<void> {
  await access(folder, constants.W_OK).catch((cause: unknown) => {
    throw new EngineError('model_missing', `${folder} cannot be written to. Run the command as its owner.`, { cause });
  });
  const part = path.join(folder, `.providers-${version}.nupkg.part`);
  await download({ url, part, checksum: sha512, maxBytes: bytes, ...options });
  const partOf = (library: string) => path.join(folder, `.${library}.part`);
  try {
    await extractFiles(part, new Map(libraries.map((name) => [`runtimes/linux-x64/native/${name}`, partOf(name)])));
    for (const name of libraries) await rename(partOf(name), path.join(folder, name));
  } finally {
    await Promise.all([part, ...libraries.map(partOf)].map((file) => rm(file, { force: true })));
  }
}
