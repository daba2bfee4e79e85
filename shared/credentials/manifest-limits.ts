import type { ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import { TooLarge } from './largest-picture';

/** Bytes of a manifest that are read; ours have fewer than 100 KB, those with pictures of their ingredients more. */
export const MAX_MANIFEST_BYTES = 2 * 1024 * 1024;

/** Super boxes (ISO/IEC 19566-5); a manifest has about 15. */
const MAX_BOXES = 2000;

/** Of super boxes; C2PA has four: store, manifest, assertions, assertion. */
const MAX_LEVELS = 16;

/** Of one manifest: from its claim and its actions to assertions. */
const MAX_REFERENCES = 2000;

const JUMB = 0x6a756d62;

/**
 * Refuses what would take the library seconds or gigabytes to parse: it copies the content of each super box, with all
 * boxes inside. Headers are searched at every byte instead of followed, so that the library finds none that this misses.
 * @throws TooLarge
 */
export function assertParsable(jumbf: Uint8Array): void {
  if (jumbf.length > MAX_MANIFEST_BYTES) throw new TooLarge('The manifest is too large to be read.');
  const view = new DataView(jumbf.buffer, jumbf.byteOffset, jumbf.byteLength);
  let [boxes, copied] = [0, 0];
  for (let offset = 0; offset + 8 <= jumbf.length; offset++) {
    if (view.getUint32(offset + 4) !== JUMB) continue;
    const size = view.getUint32(offset);
    // A reference (`self#jumbf=…`), or a box that the library refuses as cut off.
    if (size > jumbf.length - offset) continue;
    boxes++;
    copied += size;
  }
  if (boxes > MAX_BOXES || copied > MAX_LEVELS * jumbf.length)
    throw new TooLarge('The manifest has too many boxes to be read.');
}

/** Each reference is hashed with all that it refers to. @throws TooLarge, Error for assertions that are listed twice */
export function assertFewReferences({ manifests }: ManifestStore): void {
  for (const { claim, assertions } of manifests) {
    const lists = [claim?.assertions, claim?.redactedAssertions, claim?.gatheredAssertions].map((list) => list ?? []);
    for (const list of lists) {
      if (new Set(list.map(({ uri }) => uri)).size < list.length) throw new Error('An assertion is listed twice.');
    }
    const actions = assertions?.getActionAssertions().flatMap((assertion) => assertion.actions) ?? [];
    const ingredients = actions.map(({ parameters }) => parameters?.ingredients ?? []);
    const references = [...lists, ...ingredients].reduce((sum, { length }) => sum + length, 0);
    if (references > MAX_REFERENCES) throw new TooLarge('The manifest has too many references to be read.');
  }
}
