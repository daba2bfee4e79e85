import type { ManifestStore } from '@trustnxt/c2pa-ts/manifest';
import { SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import { createHash } from 'node:crypto';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';
import { blobSource } from './byte-source';
import { checkFile } from './check-file';
import { assertFewReferences, MAX_MANIFEST_BYTES } from './manifest-limits';
import { manifestBox } from './mp4-boxes';
import { pictureFile } from './picture-file';

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

test('references of a manifest are few, and each assertion is listed once', () => {
  const storeOf = (uris: string[], ingredients: number) => {
    const claim = { assertions: uris.map((uri) => ({ uri })) };
    const actions = [{ parameters: { ingredients: Array(ingredients).fill({ uri: 'c' }) } }];
    return {
      manifests: [{ claim, assertions: { getActionAssertions: () => [{ actions }] } }],
    } as unknown as ManifestStore;
  };
  expect(() => assertFewReferences(storeOf(['a', 'b'], 1))).not.toThrow();
  expect(() => assertFewReferences(storeOf(['a', 'a'], 1))).toThrow('listed twice');
  expect(() => assertFewReferences(storeOf(['a', 'b'], 2000))).toThrow('too many references');
});
