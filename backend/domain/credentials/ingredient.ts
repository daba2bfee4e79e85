import { createHash } from 'node:crypto';
import { Crypto } from '@trustnxt/c2pa-ts/crypto';
import type { HashedURI, IngredientAssertion, ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import type { ByteSource } from '#shared/credentials/byte-source';
import { readCredentials } from '#shared/credentials/read-credentials';

type Validation = NonNullable<IngredientAssertion['validationResults']>['activeManifest'];

/** What the result was made of. */
export interface Ingredient {
  /** The manifest that the upload carries. */
  active?: { manifest: HashedURI; signature: HashedURI; validation: Validation };
  /** Its manifests, which the result carries on. */
  store?: ManifestStore;
}

/** A manifest that cannot be read is no error: the ingredient then has none. */
export async function readIngredient(source: ByteSource): Promise<Ingredient> {
  const credentials = await readCredentials(source, () => createHash('sha256')).catch(() => undefined);
  const active = credentials?.store.getActiveManifest();
  const signature = active?.signature?.getBytes(active.claim!);
  const manifest = active?.getBytes();
  if (!credentials || !manifest || !signature) return {};
  const { isValid, statusEntries } = await credentials.validate();
  const entries = statusEntries.map(({ code, url, success }) => ({ entry: { code, url: url ?? '' }, success }));
  return {
    store: credentials.store,
    active: {
      manifest: await referenceTo(`/c2pa/${active!.label}`, manifest),
      signature: await referenceTo(`/c2pa/${active!.label}/c2pa.signature`, signature),
      validation: {
        success: entries.filter(({ success }) => isValid || success !== false).map(({ entry }) => entry),
        informational: [],
        failure: isValid ? [] : entries.filter(({ success }) => success === false).map(({ entry }) => entry),
      },
    },
  };
}

async function referenceTo(path: string, bytes: Uint8Array): Promise<HashedURI> {
  return { uri: `self#jumbf=${path}`, hash: await Crypto.digest(bytes, 'SHA-256'), algorithm: 'SHA-256' };
}
