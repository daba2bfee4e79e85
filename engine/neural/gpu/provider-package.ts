import { z } from 'zod/v4';
import { EngineError } from '#engine/errors';
import { readJsonFrom, type Get } from '#engine/neural/packs/download';

/** Microsoft's package with the provider, of the same version as onnxruntime-node; its install script uses it, too. */
const SERVICE = 'https://api.nuget.org/v3/index.json';
const PACKAGE = 'microsoft.ml.onnxruntime.gpu.linux';

export interface ProviderPackage {
  readonly name: string;
  readonly version: string;
  readonly url: string;
  readonly bytes: number;
  /** Hexadecimal. */
  readonly sha512: string;
}

const service = z.object({ resources: z.array(z.object({ '@id': z.url(), '@type': z.string() })) });
const leaf = z.object({ catalogEntry: z.url(), packageContent: z.url() });
const entry = z.object({
  packageHash: z.base64(),
  packageHashAlgorithm: z.literal('SHA512'),
  packageSize: z.int().positive(),
});

/**
 * Address, size and checksum as NuGet's catalog states them.
 * @throws EngineError `model_missing`, `aborted`
 */
export async function findProviderPackage(version: string, get?: Get, signal?: AbortSignal): Promise<ProviderPackage> {
  const read = async <T>(url: string, schema: z.ZodType<T>): Promise<T> => {
    const parsed = schema.safeParse(await readJsonFrom({ url, signal, ...(get && { get }) }));
    if (parsed.success) return parsed.data;
    throw new EngineError(
      'model_missing',
      `${url} does not answer as NuGet's protocol says (${parsed.error.issues[0]!.path.join('.')}). Install the provider with ONNXRUNTIME_NODE_INSTALL=1 npm rebuild onnxruntime-node.`,
    );
  };
  const { resources } = await read(SERVICE, service);
  const base = resources.find((resource) => resource['@type'] === 'RegistrationsBaseUrl')?.['@id'] ?? '';
  const { catalogEntry, packageContent } = await read(
    new URL(`${PACKAGE}/${version}.json`, base || SERVICE).href,
    leaf,
  );
  const { packageHash, packageSize } = await read(catalogEntry, entry);
  const sha512 = Buffer.from(packageHash, 'base64').toString('hex');
  return { name: PACKAGE, version, url: packageContent, bytes: packageSize, sha512 };
}
