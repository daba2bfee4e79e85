import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { BMFFHashAssertion, ManifestStore, ValidationResult, ValidationStatusCode } from '@trustnxt/c2pa-ts/manifest';
import type { ByteSource } from './byte-source';
import { MAX_PICTURE_BYTES, TooLarge } from './read-limits';
import { assertFewReferences, assertFewTemplates, assertParsable } from './manifest-limits';
import { readMp4Manifest } from './mp4-boxes';
import { hashMp4, type Sha256 } from './mp4-hash';
import { pictureFile } from './picture-file';

export interface Credentials {
  store: ManifestStore;
  /** Signature, hashes of all parts, and the hash of the file. */
  validate(): Promise<ValidationResult>;
}

/**
 * Of a JPEG, PNG, WebP, GIF or MP4; absent if the file has none.
 * @throws TooLarge if the file or its manifest is not read, Error if they are damaged
 */
export async function readCredentials(source: ByteSource, sha256: () => Sha256): Promise<Credentials | undefined> {
  if (await isMp4(source)) return mp4Credentials(source, sha256);
  if (source.size > MAX_PICTURE_BYTES) throw new TooLarge('The picture is too large to be read.');
  const file = pictureFile(await source.read(0, source.size));
  const jumbf = file?.getManifestJUMBF();
  if (!file || !jumbf) return undefined;
  const store = readStore(new Uint8Array(jumbf));
  return { store, validate: () => store.validate(file) };
}

function readStore(jumbf: Uint8Array<ArrayBuffer>): ManifestStore {
  assertParsable(jumbf);
  const box = SuperBox.fromBuffer(jumbf);
  assertFewTemplates(box);
  const store = ManifestStore.read(box);
  assertFewReferences(store);
  return store;
}

async function mp4Credentials(source: ByteSource, sha256: () => Sha256): Promise<Credentials | undefined> {
  const jumbf = await readMp4Manifest(source);
  if (!jumbf) return undefined;
  const store = readStore(jumbf);
  // The library reads HEIC files only, in memory.
  for (const binding of store.getActiveManifest()?.assertions?.getHardBindings() ?? []) {
    if (binding instanceof BMFFHashAssertion)
      binding.validateAgainstAsset = () => compareHash(binding, source, sha256());
  }
  return { store, validate: () => store.validate(unreadable) };
}

async function compareHash(binding: BMFFHashAssertion, source: ByteSource, sha256: Sha256): Promise<ValidationResult> {
  const isSame = sameBytes(await hashMp4(source, sha256), binding.hash);
  if (isSame) return ValidationResult.success(ValidationStatusCode.AssertionBMFFHashMatch, binding.sourceBox);
  return ValidationResult.error(ValidationStatusCode.AssertionBMFFHashMismatch, binding.sourceBox);
}

/** Bindings of pictures fail in a video. */
const unreadable = {
  mimeType: 'video/mp4',
  getDataLength: () => 0,
  getDataRange: () => Promise.resolve(new Uint8Array()),
  getManifestJUMBF: () => undefined,
  getHashExclusionRange: () => ({ start: 0, length: 0 }),
  ensureManifestSpace: () => Promise.reject(new Error('This file cannot be written.')),
  writeManifestJUMBF: () => Promise.reject(new Error('This file cannot be written.')),
  dumpInfo: () => '',
};

async function isMp4(source: ByteSource): Promise<boolean> {
  if (source.size < 12) return false;
  const head = await source.read(4, 4);
  return String.fromCharCode(...head) === 'ftyp';
}

function sameBytes(a: Uint8Array, b: Uint8Array | undefined): boolean {
  return a.length === b?.length && a.every((byte, index) => byte === b[index]);
}
