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
import { portraitBytes } from '#tests/support/portraits';
import { scratchFolder } from '#tests/support/scratch';

const types = { jpg: 'image/jpeg', png: 'image/png', webp: 'image/webp', mp4: 'video/mp4' } as const;
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

test('results in JPEG, PNG and WebP, their exports and comparisons are signed, also of another size', async () => {
  const { ada, validate, swap } = await signingBackend();
  const portrait = sharp(portraitBytes('amara')).resize(480);
  let order_id = '';
  for (const format of ['jpg', 'png', 'webp'] as const) {
    const bytes = await portrait
      .clone()
      .toFormat(format === 'jpg' ? 'jpeg' : format)
      .toBuffer();
    const made = await swap(bytes, `portrait.${format}`);
    order_id = made.order_id;
    expect(await validate(made.url, format), format).toMatchObject(swapped);
  }
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

test('a video, its export in another size and as an animation are signed', async () => {
  const { ada, validate, swap } = await signingBackend();
  const { order_id, url } = await swap(readFileSync(clipPath('turn')), 'turn.mp4', { start_ms: 0, end_ms: 500 });
  expect(await validate(url, 'mp4')).toMatchObject(swapped);
  const silent = await exported(ada, { order_id, format: 'mp4', size: '480', sound: false });
  expect(await validate(silent, 'mp4')).toMatchObject(converted);
  const animation = await exported(ada, { order_id, format: 'webp', size: '480' });
  expect(await validate(animation, 'webp')).toMatchObject(converted);
});
