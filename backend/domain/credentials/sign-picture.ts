import type { Asset } from '@trustnxt/c2pa-ts/asset';
import type { Signer } from '@trustnxt/c2pa-ts/cose';
import { DataHashAssertion, ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import { assertParsable } from '#shared/credentials/manifest-limits';
import { addManifest, type Claim } from './manifest';

/** The signed file. @throws TooLarge for a manifest that could not be checked */
export async function signPicture(file: Asset, signer: Signer, claim: Claim): Promise<Uint8Array> {
  const store = claim.ingredient.store ?? new ManifestStore();
  const binding = DataHashAssertion.create('SHA-256');
  const manifest = addManifest(store, signer, claim, binding);
  // Readers disagree whether the byte that fills up an odd RIFF chunk belongs to the manifest: there is none.
  manifest.signature!.signatureData.paddingLength += store.measureSize() % 2;
  await file.ensureManifestSpace(store.measureSize());
  await binding.updateWithAsset(file);
  await manifest.sign(signer);
  const signed = store.getBytes();
  assertParsable(signed);
  await file.writeManifestJUMBF(signed);
  return file.getDataRange();
}
