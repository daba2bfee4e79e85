import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { isFinished, type Input } from '#contract';
import { ensureContentCertificate } from '#backend/launch/content-certificate';
import { localSigner } from '#backend/providers/credentials/local-signer';
import { blobSource } from '#shared/credentials/byte-source';
import { checkFile } from '#shared/credentials/check-file';
import { member, openBackend, type Member } from '#tests/support/backend';
import { readWithReference } from '#tests/support/c2pa-reader';
import { clipPath } from '#tests/support/clips';
import { addFace, detect, untilNextPoll, upload, waitForSwap } from '#tests/support/journey';
import { animated, portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';

const types = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
  mp4: 'video/mp4',
} as const;
type Format = keyof typeof types;

async function signingBackend() {
  const backend = await openBackend();
  const folder = scratchFolder();
  const { key, chain } = await ensureContentCertificate(join(folder, 'credentials'));
  await backend.startWorker({ contentSigner: localSigner(key, chain) });
  const authority = chain.slice(chain.lastIndexOf('-----BEGIN'));
  const ada = await member(backend, { credits: 20 });

  /** By the product's own check and by the C2PA's implementation. */
  const validate = async (url: string, format: Format) => {
    const bytes = Buffer.from(await (await backend.fetch(url)).arrayBuffer());
    const file = join(folder, `${createHash('sha256').update(bytes).digest('hex')}.${format}`);
    writeFileSync(file, bytes);
    const { validation_state, validation_status = [] } = await readWithReference(file, types[format], authority);
    const report = await checkFile(blobSource(new Blob([bytes])), [authority], () => createHash('sha256'));
    return { validation_state, validation_status, verdict: report.verdict, actions: report.actions };
  };

  const swap = async (bytes: Buffer, name: string, trim?: { start_ms: number; end_ms: number }) => {
    const material_id = await upload(backend, ada, bytes, name);
    const { persons } = await detect(ada, material_id, trim);
    const { face_id } = await addFace(ada, portraitBytes('diego'));
    const bind_face = JSON.stringify({ [persons[0]!.key]: face_id });
    const wanted = { material_id, bind_face, consent: 'true', ...(trim && { trim_interval: trim }) } as const;
    const { order_id } = await ada.call('faceswap_create', wanted);
    return { order_id, url: (await waitForSwap(ada, order_id)).order.result_url! };
  };
  return { ada, validate, swap };
}

async function exported(who: Member, input: Input<'faceswap_export'>): Promise<string> {
  for (;;) {
    const made = await who.call('faceswap_export', input);
    if (isFinished(made.status)) return made.download_url!;
    await untilNextPoll();
  }
}

const valid = { validation_state: 'Trusted', validation_status: [], verdict: 'ours' };
const swapped = { ...valid, actions: ['Faces were replaced.'] };
const converted = { ...valid, actions: ['Faces were replaced.', 'The file was converted.'] };

const portrait = (format: 'jpeg' | 'png' | 'webp') =>
  sharp(portraitBytes('amara')).resize(480).toFormat(format).toBuffer();

test.each([
  ['jpg', 'jpeg'],
  ['png', 'png'],
  ['webp', 'webp'],
] as const)('a result in %s is signed', async (extension, format) => {
  const { validate, swap } = await signingBackend();
  const { url } = await swap(await portrait(format), `portrait.${extension}`);
  expect(await validate(url, extension)).toMatchObject(swapped);
});

test('exports of a photo in other formats and sizes, and its comparison are signed', async () => {
  const { ada, validate, swap } = await signingBackend();
  const { order_id } = await swap(await portrait('png'), 'portrait.png');
  for (const format of ['jpg', 'png', 'webp'] as const) {
    const url = await exported(ada, { order_id, format, size: '480' });
    expect(await validate(url, format), `exported as ${format}`).toMatchObject(converted);
  }
  const compared = await exported(ada, { order_id, format: 'before_after' });
  expect(await validate(compared, 'jpg')).toMatchObject({
    ...valid,
    actions: ['Faces were replaced.', 'The picture was placed beside its original.'],
  });
});

test('a GIF and its export as an animated WebP are signed', async () => {
  const { ada, validate, swap } = await signingBackend();
  const { order_id, url } = await swap(await animated('gif', [200, 200]), 'dance.gif');
  expect(await validate(url, 'gif')).toMatchObject(swapped);
  expect(await validate(await exported(ada, { order_id, format: 'webp' }), 'webp')).toMatchObject(converted);
});

test('a video, its export in another size and as a GIF are signed', async () => {
  const { ada, validate, swap } = await signingBackend();
  const { order_id, url } = await swap(readFileSync(clipPath('turn')), 'turn.mp4', { start_ms: 0, end_ms: 500 });
  expect(await validate(url, 'mp4')).toMatchObject(swapped);
  const silent = await exported(ada, { order_id, format: 'mp4', size: '480', sound: false });
  expect(await validate(silent, 'mp4')).toMatchObject(converted);
  const animation = await exported(ada, { order_id, format: 'gif', size: '480' });
  expect(await validate(animation, 'gif')).toMatchObject(converted);
});
