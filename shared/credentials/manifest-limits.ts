import { CBORBox, SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { IngredientAssertion, type HashedURI, type Manifest, type ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import { viewOf } from './bytes';
import { MAX_MANIFEST_BYTES, TooLarge } from './read-limits';

/** Super boxes (ISO/IEC 19566-5); a manifest has about 15. */
const MAX_BOXES = 2000;

/** Of super boxes; C2PA has four: store, manifest, assertions, assertion. */
const MAX_LEVELS = 16;

/** Of one manifest: from its claim and its actions to assertions. */
const MAX_REFERENCES = 2000;

/** Of one manifest, by its references: each part once, and few of them again. */
const MAX_HASHED_BYTES = 16 * MAX_MANIFEST_BYTES;

/** Of actions with templates; manifests of cameras and editors have fewer than a hundred. */
const MAX_COMPARISONS = 1_000_000;

const JUMB = 0x6a756d62;

/**
 * Refuses what would take the library seconds or gigabytes to parse: it copies the content of each super box, with all
 * boxes inside. Headers are searched at every byte instead of followed, so that the library finds none that this misses.
 * @throws TooLarge
 */
export function assertParsable(jumbf: Uint8Array): void {
  if (jumbf.length > MAX_MANIFEST_BYTES) throw new TooLarge('The manifest is too large to be read.');
  const view = viewOf(jumbf);
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

/** @throws TooLarge for actions that the library would compare for seconds or hours, each with each template */
export function assertFewTemplates(store: SuperBox): void {
  if (comparisonsOf(store) > MAX_COMPARISONS) throw new TooLarge('The manifest has too many actions to be read.');
}

function comparisonsOf({ contentBoxes }: SuperBox): number {
  return contentBoxes.reduce((sum, box) => {
    if (box instanceof SuperBox) return sum + comparisonsOf(box);
    if (!(box instanceof CBORBox)) return sum;
    const { actions, templates } = (box.content ?? {}) as Record<string, { length?: number } | undefined>;
    return sum + (actions?.length ?? 0) * (templates?.length ?? 0);
  }, 0);
}

/**
 * The file is then hashed once, and few bytes of the manifest: the library hashes each reference with all that it refers
 * to, and the file for each listed hash.
 * @throws TooLarge, Error for assertions that are listed twice or belong to another manifest
 */
export function assertFewReferences({ manifests }: ManifestStore): void {
  manifests.forEach(assertFewIn);
}

function assertFewIn(manifest: Manifest): void {
  const { claim } = manifest;
  const lists = [claim?.assertions, claim?.gatheredAssertions, claim?.redactedAssertions].map((list) => list ?? []);
  const [listed, gathered] = lists;
  for (const list of lists) {
    // One assertion has two addresses: in its manifest, and in the store.
    const distinct = new Set(list.map(({ uri }) => manifest.getComponentByURL(uri) ?? uri));
    if (distinct.size < list.length) throw new Error('An assertion is listed twice.');
  }
  // `assertion.outsideManifest` in C2PA 2.1.
  const isOutside = ({ uri }: HashedURI) => manifest.getComponentByURL(uri) !== manifest.getComponentByURL(uri, true);
  if ([listed, gathered].some((list) => list!.some(isOutside)))
    throw new Error('An assertion of another manifest is listed.');
  const ingredients = ingredientsOf(manifest);
  const references = [...lists.flat(), ...ingredients];
  if (references.length > MAX_REFERENCES) throw new TooLarge('The manifest has too many references to be read.');
  if (bytesOf(manifest, [...references, ...thumbnailsOf(manifest, ingredients)]) > MAX_HASHED_BYTES)
    throw new TooLarge('The manifest refers to too many bytes to be read.');
}

function ingredientsOf({ assertions }: Manifest): HashedURI[] {
  const actions = assertions?.getActionAssertions().flatMap((assertion) => assertion.actions) ?? [];
  return actions.flatMap(({ parameters }) => parameters?.ingredients ?? []);
}

function thumbnailsOf(manifest: Manifest, ingredients: readonly HashedURI[]): HashedURI[] {
  return ingredients.flatMap(({ uri }) => {
    const ingredient = manifest.getComponentByURL(uri);
    return ingredient instanceof IngredientAssertion && ingredient.thumbnail ? [ingredient.thumbnail] : [];
  });
}

/** Of all that is referred to, as often as it is. */
function bytesOf(manifest: Manifest, references: readonly HashedURI[]): number {
  const sizes = new Map<unknown, number>();
  return references.reduce((sum, { uri }) => {
    const part = manifest.getComponentByURL(uri);
    if (part && !sizes.has(part)) sizes.set(part, part.getBytes(manifest.claim!)?.length ?? 0);
    return sum + (sizes.get(part) ?? 0);
  }, 0);
}
