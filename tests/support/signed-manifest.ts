import { join } from 'node:path';

import { X509Certificate } from '@peculiar/x509';
import { CoseAlgorithmIdentifier, type Signer } from '@trustnxt/c2pa-ts/cose';
import {
  ActionAssertion,
  ActionType,
  ClaimVersion,
  DataHashAssertion,
  ManifestStore,
  type Manifest,
} from '@trustnxt/c2pa-ts/manifest';
import sharp from 'sharp';

import { ensureContentCertificate } from '#backend/launch/content-certificate';
import { localSigner } from '#backend/providers/credentials/local-signer';
import { pictureFile } from '#shared/credentials/picture-file';
import { scratchFolder } from '#tests/support/scratch';

interface Parts {
  /** Whose hash of the file is valid. */
  manifest: Manifest;
  actions: ActionAssertion;
  binding: DataHashAssertion;
  /** Adds an earlier manifest, without assertions. */
  addManifest(): Manifest;
}

/** A PNG with a manifest that is as valid as `change` leaves it. */
export async function pngWithManifest(change: (parts: Parts) => void): Promise<Blob> {
  const signer = await newSigner();
  const store = new ManifestStore();
  const create = { width: 40, height: 40, channels: 3, background: '#a52' } as const;
  const picture = pictureFile(new Uint8Array(await sharp({ create }).png().toBuffer()))!;
  const manifest = emptyManifest(store, signer);
  const addManifest = () => {
    const earlier = emptyManifest(store, signer);
    store.manifests.unshift(store.manifests.pop()!);
    return earlier;
  };
  const actions = new ActionAssertion();
  actions.actions.push({ action: ActionType.C2paCreated });
  const binding = DataHashAssertion.create('SHA-256');
  change({ manifest, actions, binding, addManifest });
  // After what they refer to: `sign` hashes in this order.
  manifest.addAssertion(actions);
  manifest.addAssertion(binding);
  await picture.ensureManifestSpace(store.measureSize());
  await binding.updateWithAsset(picture);
  for (const each of store.manifests) await each.sign(signer);
  await picture.writeManifestJUMBF(store.getBytes());
  return new Blob([new Uint8Array(await picture.getDataRange())]);
}

function emptyManifest(store: ManifestStore, signer: Signer): Manifest {
  const manifest = store.createManifest({
    claimVersion: ClaimVersion.V2,
    assetFormat: 'image/png',
    instanceID: `xmp:iid:${store.manifests.length}`,
    defaultHashAlgorithm: 'SHA-256',
    signer,
  });
  manifest.signature!.signatureData.paddingLength = 1024;
  return manifest;
}

async function newSigner(): Promise<Signer> {
  const { key, chain } = await ensureContentCertificate(join(scratchFolder(), 'credentials'));
  const { algorithm, certificates, sign } = localSigner(key, chain);
  const [certificate, ...chainCertificates] = certificates.map(({ raw }) => new X509Certificate(raw));
  return { algorithm: CoseAlgorithmIdentifier[algorithm], certificate: certificate!, chainCertificates, sign };
}
