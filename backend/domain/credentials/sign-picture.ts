import type { Asset } from '@trustnxt/c2pa-ts/asset';
import type { Signer } from '@trustnxt/c2pa-ts/cose';
import { DataHashAssertion, ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import { addManifest, type Claim } from './manifest';

/** The signed file. */
export async function signPicture(file: Asset, signer: Signer, claim: Claim): Promise<Uint8Array> {
  const store = claim.ingredient.store ?? new ManifestStore();
  const binding = DataHashAssertion.create('SHA-256');
  const manifest = addManifest(store, signer, claim, binding);
  // Readers disagree whether the byte that fills up an odd RIFF chunk belongs to the manifest: there is none.
  manifest.signature!.signatureData.paddingLength += store.measureSize() % 2;
  await file.ensureManifestSpace(store.measureSize());
  await binding.updateWithAsset(file);
  await manifest.sign(signer);
  await file.writeManifestJUMBF(store.getBytes());
  return file.getDataRange();
}
