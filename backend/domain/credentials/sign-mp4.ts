import { createHash } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import type { Signer } from '@trustnxt/c2pa-ts/cose';
import { BMFFHashAssertion, ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import { readParts } from '#shared/credentials/byte-source';
import { assertParsable } from '#shared/credentials/manifest-limits';
import { manifestBox, manifestBoxSize, topBoxes, type TopBox } from '#shared/credentials/mp4-boxes';
import { hashMp4 } from '#shared/credentials/mp4-hash';
import { fileSource } from './file-source';
import { addManifest, type Claim } from './manifest';
import { moveChunks } from './move-chunks';

/** Bytes of a video's index; two hours of our videos have about 10 MB. */
const MAX_INDEX_BYTES = 256 * 1024 * 1024;

/**
 * Writes `out`, the signed copy of `file`. Memory does not grow with the video.
 * @throws TooLarge for a manifest that could not be checked
 */
export async function signMp4(file: string, out: string, signer: Signer, claim: Claim): Promise<void> {
  const store = claim.ingredient.store ?? new ManifestStore();
  const binding = BMFFHashAssertion.createV3('whole file', 'SHA-256');
  const manifest = addManifest(store, signer, claim, binding);
  const bytes = store.measureSize();
  const place = await copyWithPlace(file, out, bytes);
  const handle = await open(out, 'r+');
  try {
    binding.hash = await hashMp4(await fileSource(handle), createHash('sha256'));
    await manifest.sign(signer);
    const signed = store.getBytes();
    if (signed.length !== bytes) throw new Error(`The manifest has ${signed.length} bytes instead of ${bytes}.`);
    assertParsable(signed);
    await handle.write(manifestBox(signed), 0, undefined, place);
  } finally {
    await handle.close();
  }
}

/** The manifest's box comes right after `ftyp`. Returns its offset. */
async function copyWithPlace(file: string, out: string, bytes: number): Promise<number> {
  const [from, to] = [await open(file, 'r'), await open(out, 'w')];
  try {
    const boxes = await topBoxes(await fileSource(from));
    const [first, ...others] = boxes;
    if (first?.type !== 'ftyp') throw new Error('The MP4 file does not begin with its type.');
    await copyBox(from, to, first);
    await to.write(manifestBox(new Uint8Array(bytes)));
    for (const box of others) {
      if (box.type === 'moov') await copyIndex(from, to, box, manifestBoxSize(bytes));
      else await copyBox(from, to, box);
    }
    return first.size;
  } finally {
    await Promise.all([from.close(), to.close()]);
  }
}

async function copyBox(from: FileHandle, to: FileHandle, { offset, size }: TopBox): Promise<void> {
  for await (const part of readParts(await fileSource(from), offset, offset + size)) await to.write(part);
}

async function copyIndex(from: FileHandle, to: FileHandle, { offset, size }: TopBox, shift: number): Promise<void> {
  if (size > MAX_INDEX_BYTES) throw new Error(`The index of the MP4 file has ${size} bytes.`);
  const source = await fileSource(from);
  await to.write(moveChunks(await source.read(offset, size), shift));
}
