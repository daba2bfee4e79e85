import { SuperBox, type CBORBox } from '@trustnxt/c2pa-ts/jumbf';
import {
  ActionType,
  DataHashAssertion,
  IngredientAssertion,
  ManifestStore,
  RelationshipType,
  type ActionAssertion,
  type Assertion,
  type Manifest,
} from '@trustnxt/c2pa-ts/manifest';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { blobSource } from './byte-source';
import { checkFile } from './check-file';
import { MAX_MANIFEST_BYTES } from './read-limits';
import { manifestBox } from './mp4-boxes';
import { pictureFile } from './picture-file';
import { pngWithManifest } from '#tests/support/signed-manifest';

const formats = ['jpeg', 'png', 'webp', 'gif', 'mp4'] as const;

async function fileWith(manifest: Uint8Array, format: (typeof formats)[number]): Promise<Blob> {
  if (format === 'mp4') {
    const ftyp = Uint8Array.of(0, 0, 0, 8, ...new TextEncoder().encode('ftyp'));
    return new Blob([ftyp, manifestBox(manifest)]);
  }
  const create = { width: 8, height: 8, channels: 3, background: '#a52' } as const;
  const picture = pictureFile(new Uint8Array(await sharp({ create }).toFormat(format).toBuffer()))!;
  await picture.ensureManifestSpace(manifest.length);
  await picture.writeManifestJUMBF(manifest);
  return new Blob([new Uint8Array(await picture.getDataRange())]);
}

function box(type: string, ...content: Uint8Array[]): Uint8Array {
  const bytes = Buffer.concat([Buffer.alloc(8), ...content]);
  bytes.writeUInt32BE(bytes.length, 0);
  bytes.write(type, 4, 'latin1');
  return bytes;
}

/** Its identifier begins as that of a manifest store. */
const description = box('jumd', Buffer.from('c2pa'), Buffer.alloc(12), Uint8Array.of(3, 0x61, 0));
const superBox = (...content: Uint8Array[]) => box('jumb', description, ...content);

function nested(levels: number, content: Uint8Array): Uint8Array {
  let whole = superBox(content);
  for (let level = 1; level < levels; level++) whole = superBox(whole);
  return whole;
}

/** The library also reads boxes inside a description, whose content it does not bound by the stated length. */
const hidden = (content: Uint8Array) => {
  const marked = box('jumd', Buffer.from('c2pa'), Buffer.alloc(12), Uint8Array.of(16), content);
  return box('jumb', marked);
};

const hostile = {
  large: superBox(box('free', Buffer.alloc(MAX_MANIFEST_BYTES))),
  crowded: superBox(...Array.from({ length: 2000 }, () => superBox())),
  deep: nested(17, box('free', Buffer.alloc(100_000))),
  'deep in descriptions': Array.from({ length: 17 }).reduce<Uint8Array>(hidden, box('free', Buffer.alloc(100_000))),
};

const check = (file: Blob) => checkFile(blobSource(file), [], () => createHash('sha256'));

test.each(formats)('a %s whose manifest is too large, crowded or deep is not parsed', async (format) => {
  const parse = vi.spyOn(SuperBox, 'fromBuffer');
  for (const [name, manifest] of Object.entries(hostile))
    expect(await check(await fileWith(manifest, format)), name).toEqual({ verdict: 'too_large' });
  expect(parse).not.toHaveBeenCalled();
  const harmless = await fileWith(nested(4, box('free', Buffer.alloc(100_000))), format);
  expect(await check(harmless)).toEqual({ verdict: 'unreadable' });
  expect(parse).toHaveBeenCalledOnce();
});

test('a manifest that fills no limit is checked', async () => {
  const file = await pngWithManifest(({ manifest, actions }) => {
    const ingredient = addIngredient(manifest, 1000);
    const ingredients = [manifest.createAssertionReference(ingredient)];
    actions.actions.push({ action: ActionType.C2paOpened, parameters: { ingredients } });
    withTemplates(actions, 1000, 900);
  });
  expect(await check(file)).toMatchObject({ verdict: 'foreign' });
});

test('actions that the library would compare with many templates are not read', async () => {
  const file = await pngWithManifest(({ actions }) => withTemplates(actions, 1000, 1001));
  const read = vi.spyOn(ManifestStore, 'read');
  expect(await check(file)).toEqual({ verdict: 'too_large' });
  expect(read).not.toHaveBeenCalled();
});

test('a manifest with many references is not checked', async () => {
  const file = await pngWithManifest(({ manifest, actions }) => {
    const reference = manifest.createAssertionReference(addIngredient(manifest, 1));
    const ingredients = Array<typeof reference>(2000).fill(reference);
    actions.actions.push({ action: ActionType.C2paOpened, parameters: { ingredients } });
  });
  expect(await check(file)).toEqual({ verdict: 'too_large' });
});

/** Bytes. */
function watchHashes() {
  const digest = vi.spyOn(crypto.subtle, 'digest');
  return () => digest.mock.calls.reduce((sum, [, data]) => sum + data.byteLength, 0);
}

test('a manifest with references to large parts is not hashed', async () => {
  const file = await pngWithManifest(({ manifest, actions }) => {
    const ingredient = addIngredient(manifest, 1_000_000);
    const reference = manifest.createAssertionReference(ingredient);
    const ingredients = Array<typeof reference>(40).fill(reference);
    actions.actions.push({ action: ActionType.C2paOpened, parameters: { ingredients } });
  });
  const hashed = watchHashes();
  expect(await check(file)).toEqual({ verdict: 'too_large' });
  expect(hashed()).toBe(0);
});

test.each([
  [
    'another manifest’s',
    ({ manifest, addManifest }: Parts) => {
      const other = addManifest();
      for (let index = 1; index <= 30; index++) {
        const hash = DataHashAssertion.create('SHA-256');
        hash.labelSuffix = index;
        other.addAssertion(hash);
        list(manifest, other, hash);
      }
    },
  ],
  ['its own, under two addresses', ({ manifest, binding }: Parts) => list(manifest, manifest, binding)],
])('a manifest that lists hashes of the file, %s, does not have it hashed again', async (_whose, change) => {
  const file = await pngWithManifest(change);
  const hashed = watchHashes();
  expect(await check(file)).toEqual({ verdict: 'unreadable' });
  expect(hashed()).toBe(0);
});

type Parts = Parameters<Parameters<typeof pngWithManifest>[0]>[0];

/** By its address in the store. */
function list(manifest: Manifest, owner: Manifest, { fullLabel }: Assertion): void {
  manifest.claim!.assertions.push(manifest.createHashedReference(`/c2pa/${owner.label}/c2pa.assertions/${fullLabel}`));
}

function addIngredient(manifest: Manifest, titleBytes: number): IngredientAssertion {
  const ingredient = IngredientAssertion.createV3(RelationshipType.ParentOf);
  ingredient.title = 'a'.repeat(titleBytes);
  manifest.addAssertion(ingredient);
  return ingredient;
}

/** Adds actions until there are `count`. The library does not write templates. */
function withTemplates(assertion: ActionAssertion, count: number, templates: number): void {
  while (assertion.actions.length < count) assertion.actions.push({ action: ActionType.C2paEdited });
  const { generateJUMBFBoxForContent } = assertion;
  assertion.generateJUMBFBoxForContent = (claim) => {
    const box = generateJUMBFBoxForContent.call(assertion, claim) as CBORBox;
    box.content = { ...(box.content as object), templates: Array(templates).fill({ action: 'other' }) };
    return box;
  };
}
