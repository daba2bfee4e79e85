import { createHash } from 'node:crypto';
import { copyFileSync, openAsBlob, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CodestreamBox, SuperBox } from '@trustnxt/c2pa-ts/jumbf';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { ensureContentCertificate } from '#backend/launch/content-certificate';
import { localSigner } from '#backend/providers/credentials/local-signer';
import { readGifComment, withGifComment } from '#engine/label/gif-comment';
import { blobSource, type ByteSource } from '#shared/credentials/byte-source';
import { checkFile } from '#shared/credentials/check-file';
import { MAX_MANIFEST_BYTES, MAX_PICTURE_BYTES } from '#shared/credentials/read-limits';
import { manifestBox } from '#shared/credentials/mp4-boxes';
import { pictureFile } from '#shared/credentials/picture-file';
import { readWithReference } from '#tests/support/c2pa-reader';
import { animated } from '#tests/support/portraits';
import { clipPath } from '#tests/support/clips';
import { framesOf } from '#tests/support/resumed-swaps';
import { scratchFolder } from '#tests/support/scratch';
import { signFile } from './sign-file';

const authority = (chain: string) => chain.slice(chain.lastIndexOf('-----BEGIN'));
const check = async (file: string, chain: string) =>
  checkFile(blobSource(await openAsBlob(file)), [authority(chain)], () => createHash('sha256'));

const swap = { description: 'Faces were replaced.', isTrained: false };

async function draw(file: string, format: 'jpeg' | 'png' | 'webp' | 'gif'): Promise<string> {
  const create = { width: 160, height: 120, channels: 3, background: '#a52' } as const;
  await sharp({ create, density: 72 }).withXmp('<x/>').toFormat(format).toFile(file);
  return file;
}

async function signed(format: 'jpeg' | 'png' | 'webp' | 'gif' | 'mp4') {
  const folder = scratchFolder();
  const { key, chain } = await ensureContentCertificate(join(folder, 'credentials'));
  const signer = localSigner(key, chain);
  const file = join(folder, `result.${format}`);
  if (format === 'mp4') copyFileSync(clipPath('turn'), file);
  else await draw(file, format);
  const original = await draw(join(folder, 'original.jpg'), 'jpeg');
  await signFile(signer, { file, format, original, ...swap });
  return { folder, file, chain, signer };
}

const mimeTypes = {
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
} as const;

describe.each(['jpeg', 'png', 'webp', 'gif', 'mp4'] as const)('a signed %s', (format) => {
  test('validates in the implementation of the C2PA, and says what was done', async () => {
    const { file, chain } = await signed(format);
    const read = await readWithReference(file, mimeTypes[format], authority(chain));
    expect(read.validation_status ?? []).toEqual([]);
    expect(read.validation_state).toBe('Trusted');
    const manifest = read.manifests[read.active_manifest]!;
    expect(manifest.claim_generator_info[0]!.name).toBe('Faceswap');
    const { actions } = manifest.assertions.find(({ label }) => label === 'c2pa.actions.v2')!.data;
    expect(actions.map(({ action }) => action)).toEqual(['c2pa.opened', 'c2pa.edited']);
    expect(actions[1]!.digitalSourceType).toMatch(/compositeSynthetic$/);
    expect(await check(file, chain)).toEqual({
      verdict: 'ours',
      signer: 'Faceswap results',
      actions: ['Faces were replaced.'],
    });
  });

  test('is reported as altered by both once one byte of the picture changes', async () => {
    const { file, chain } = await signed(format);
    const bytes = readFileSync(file);
    // Inside the compressed picture: the manifest comes before it, in a WebP after it.
    const place = format === 'webp' ? 80 : bytes.length - 40;
    bytes[place]! ^= 1;
    writeFileSync(file, bytes);
    const read = await readWithReference(file, mimeTypes[format], authority(chain));
    expect(read.validation_state).toBe('Invalid');
    expect((await check(file, chain)).verdict).toBe('ours_altered');
  });
});

test('WebP files of manifests of odd and of even length validate', async () => {
  const { folder, signer, chain, file: original } = await signed('webp');
  for (const description of ['A', 'AB']) {
    const file = await draw(join(folder, `${description}.webp`), 'webp');
    await signFile(signer, { file, format: 'webp', original, description, isTrained: false });
    const read = await readWithReference(file, 'image/webp', authority(chain));
    expect(read.validation_status ?? []).toEqual([]);
  }
});

test('a signed mp4 plays the same frames', async () => {
  const { file } = await signed('mp4');
  expect(await framesOf(file)).toEqual(await framesOf(clipPath('turn')));
});

test('a signed GIF keeps its frames, their times, its repetitions and its label', async () => {
  const { folder, signer, chain, file: original } = await signed('jpeg');
  const file = join(folder, 'animation.gif');
  const picture = await sharp(await animated('gif', [100, 300, 200]), { animated: true })
    .resize(64)
    .toBuffer();
  writeFileSync(file, withGifComment(picture, 'compositeSynthetic'));
  const facts = async () => {
    const { pages, delay, loop } = await sharp(file).metadata();
    return { pages, delay, loop, pixels: await sharp(file, { animated: true }).raw().toBuffer() };
  };
  const before = await facts();
  for (let times = 1; times <= 2; times++) {
    await signFile(signer, { file, format: 'gif', original, ...swap });
    expect(await facts()).toEqual(before);
    expect(readGifComment(readFileSync(file))).toBe('compositeSynthetic');
    const read = await readWithReference(file, 'image/gif', authority(chain));
    expect(read).toMatchObject({ validation_state: 'Trusted' });
    expect((await check(file, chain)).verdict).toBe('ours');
  }
});

test('a GIF whose extensions are cut off is not signed, and reported as unreadable', async () => {
  const { folder, file: original, chain, signer } = await signed('gif');
  const file = join(folder, 'cut.gif');
  writeFileSync(file, readFileSync(original).subarray(0, 900));
  const attempt = signFile(signer, { file, format: 'gif', original: file, ...swap });
  await expect(attempt).rejects.toThrow('cut off');
  expect((await check(file, chain)).verdict).toBe('unreadable');
});

test('an upload’s manifest becomes the ingredient of the result', async () => {
  const { folder, file: original, chain, signer } = await signed('jpeg');
  const file = await draw(join(folder, 'second.png'), 'png');
  await signFile(signer, { file, format: 'png', original, description: 'The file was converted.', isTrained: true });
  const read = await readWithReference(file, 'image/png', authority(chain));
  expect(read.validation_status ?? []).toEqual([]);
  expect(Object.keys(read.manifests)).toHaveLength(2);
  const [parent] = read.manifests[read.active_manifest]!.ingredients;
  expect(parent).toMatchObject({ relationship: 'parentOf' });
  expect(Object.keys(read.manifests)).toContain(parent!.active_manifest);
  expect((await check(file, chain)).actions).toEqual(['Faces were replaced.', 'The file was converted.']);
});

test('manifests of the original that cannot be carried on are left out', async () => {
  const { folder, file: original, chain, signer } = await signed('jpeg');
  const file = await draw(join(folder, 'second.png'), 'png');
  const picture = pictureFile(new Uint8Array(readFileSync(original)))!;
  const box = SuperBox.fromBuffer(new Uint8Array(picture.getManifestJUMBF()!));
  const [manifest] = box.contentBoxes as SuperBox[];
  const twin = SuperBox.fromBuffer(new Uint8Array(picture.getManifestJUMBF()!)).contentBoxes[0] as SuperBox;
  // Of the same length, and of the same instance.
  twin.descriptionBox!.label = manifest!.descriptionBox!.label!.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  box.contentBoxes.unshift(twin);
  const bytes = box.toBuffer(false);
  await picture.ensureManifestSpace(bytes.length);
  await picture.writeManifestJUMBF(bytes);
  writeFileSync(original, await picture.getDataRange());
  await signFile(signer, { file, format: 'png', original, ...swap });
  const read = await readWithReference(file, 'image/png', authority(chain));
  expect(read.validation_status ?? []).toEqual([]);
  expect(Object.keys(read.manifests)).toHaveLength(1);
});

test('manifests of the original that would make the result’s too large to be checked are left out', async () => {
  const { folder, file: original, chain, signer } = await signed('png');
  const picture = pictureFile(new Uint8Array(readFileSync(original)))!;
  const store = SuperBox.fromBuffer(new Uint8Array(picture.getManifestJUMBF()!));
  const filling = new CodestreamBox();
  filling.content = new Uint8Array(MAX_MANIFEST_BYTES - store.measureSize() - 8);
  (store.contentBoxes[0] as SuperBox).contentBoxes.push(filling);
  await picture.ensureManifestSpace(MAX_MANIFEST_BYTES);
  await picture.writeManifestJUMBF(store.toBuffer(false));
  writeFileSync(original, await picture.getDataRange());
  for (const format of ['png', 'mp4'] as const) {
    const file = join(folder, `second.${format}`);
    if (format === 'mp4') copyFileSync(clipPath('turn'), file);
    else await draw(file, format);
    await signFile(signer, { file, format, original, ...swap });
    expect(await check(file, chain)).toMatchObject({ verdict: 'ours', actions: ['Faces were replaced.'] });
  }
});

test('another signer’s file is foreign, an unsigned one has no credentials, a damaged one is unreadable', async () => {
  const { folder, file } = await signed('jpeg');
  const { chain } = await ensureContentCertificate(join(folder, 'others'));
  expect((await check(file, chain)).verdict).toBe('foreign');
  const plain = await draw(join(folder, 'plain.jpg'), 'jpeg');
  expect((await check(plain, chain)).verdict).toBe('none');
  const bytes = readFileSync(file);
  bytes.fill(0, 200, 1200);
  writeFileSync(plain, bytes);
  expect((await check(plain, chain)).verdict).toBe('unreadable');
});

const checkSource = (source: ByteSource) => checkFile(source, [], () => createHash('sha256'));

test('a picture or manifest above the size that is read is reported as such, not as one without credentials', async () => {
  const { file } = await signed('png');
  const picture = blobSource(await openAsBlob(file));
  const large = { size: MAX_PICTURE_BYTES + 1, read: picture.read.bind(picture) };
  expect(await checkSource(large)).toEqual({ verdict: 'too_large' });
  const ftyp = Uint8Array.of(0, 0, 0, 8, ...new TextEncoder().encode('ftyp'));
  const video = new Blob([ftyp, manifestBox(new Uint8Array(MAX_MANIFEST_BYTES + 1))]);
  expect(await checkSource(blobSource(video))).toEqual({ verdict: 'too_large' });
});

test.each(['png', 'mp4'] as const)('a %s that the device cannot read is no damaged file', async (format) => {
  const { file } = await signed(format);
  const source = blobSource(await openAsBlob(file));
  let reads = 0;
  const failingAt = (failing: number): ByteSource => ({
    size: source.size,
    read: (start, length) =>
      ++reads === failing ? Promise.reject(new Error('The disk was removed.')) : source.read(start, length),
  });
  await checkSource(failingAt(Infinity));
  for (const failing of [1, reads]) {
    reads = 0;
    await expect(checkSource(failingAt(failing))).rejects.toThrow('The disk was removed.');
  }
});

test('formats without a place for manifests, and files without a signer, stay as they are', async () => {
  const folder = scratchFolder();
  const file = join(folder, 'result.bmp');
  writeFileSync(file, 'BM');
  const { key, chain } = await ensureContentCertificate(join(folder, 'credentials'));
  await signFile(localSigner(key, chain), { file, format: 'bmp', original: file, ...swap });
  await signFile(null, { file, format: 'jpeg', original: file, ...swap });
  expect(readFileSync(file, 'utf8')).toBe('BM');
});
