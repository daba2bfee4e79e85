import { readParts, type ByteSource } from './byte-source';
import { isManifestBox, topBoxes, type TopBox } from './mp4-boxes';

/** A SHA-256 that takes its input in parts. */
export interface Sha256 {
  update(bytes: Uint8Array): unknown;
  digest(): Uint8Array;
}

/**
 * SHA-256 of an MP4 file as C2PA's assertion `c2pa.hash.bmff.v3` defines it (2.1, 18.7), without the boxes that the
 * assertion of a whole file excludes: the manifest's, `ftyp` and `mfra`. The offset of each other box, 8 bytes,
 * precedes it.
 */
export async function hashMp4(source: ByteSource, sha256: Sha256): Promise<Uint8Array> {
  for (const box of await topBoxes(source)) {
    if (await isExcluded(source, box)) continue;
    const offset = new DataView(new ArrayBuffer(8));
    offset.setBigUint64(0, BigInt(box.offset));
    sha256.update(new Uint8Array(offset.buffer));
    for await (const part of readParts(source, box.offset, box.offset + box.size)) sha256.update(part);
  }
  return new Uint8Array(sha256.digest());
}

async function isExcluded(source: ByteSource, box: TopBox): Promise<boolean> {
  return box.type === 'ftyp' || box.type === 'mfra' || (await isManifestBox(source, box));
}
