import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test, vi } from 'vitest';

import './support/environment';
import { answer, answerError } from './support/fake-api';
import { get, post, readFormError, run } from './support/visit';

import { photoMaxBytes } from '#contract/rules';
import { signFile } from '#backend/domain/credentials/sign-file';
import { ensureContentCertificate } from '#backend/launch/content-certificate';
import { localSigner } from '#backend/providers/credentials/local-signer';
import { patience } from '#tests/support/patience';
import { scratchFolder } from '#tests/support/scratch';
import { checkInThread } from '~/features/verify/check-in-thread.server';
import { action, loader } from '~/routes/verify';
import { InvalidFileError } from '~/server/errors';

function formOf(...files: File[]): FormData {
  const form = new FormData();
  for (const file of files) form.append('photo', file);
  return form;
}

async function signedPicture() {
  const { file, chain } = await signedFile();
  return { picture: new File([readFileSync(file)], 'ada.png'), chain };
}

async function signedFile() {
  const folder = scratchFolder();
  const { key, chain } = await ensureContentCertificate(folder);
  const file = join(folder, 'result.png');
  await sharp({ create: { width: 40, height: 40, channels: 3, background: '#a52' } }).toFile(file);
  const change = { description: 'Faces were replaced.', isTrained: false };
  await signFile(localSigner(key, chain), { file, format: 'png', original: file, ...change });
  return { file, chain };
}

test('without script, a file is checked by the server', async () => {
  const { picture, chain } = await signedPicture();
  answer('content_authorities', () => ({ certificates: [chain.slice(chain.lastIndexOf('-----BEGIN'))] }));
  const hashedHere = vi.spyOn(crypto.subtle, 'digest');
  expect(await action(await post('/verify', formOf(picture)))).toMatchObject({
    name: 'ada.png',
    report: { verdict: 'ours', signer: 'Faceswap results', actions: ['Faces were replaced.'] },
  });
  expect(hashedHere).not.toHaveBeenCalled();
  const notes = new File(['words'], 'notes.txt');
  expect(await action(await post('/verify', formOf(notes)))).toMatchObject({ report: { verdict: 'none' } });
});

test('a visitor who checks too often is told how long to wait', async () => {
  const message = 'Too many checks. Wait 3 minutes.';
  answerError('content_authorities', 'too_many_requests', { message });
  const refusal = await run(async () => loader(await get('/verify')));
  expect(refusal).toMatchObject({ status: 429 });
  expect(await (refusal as Response).text()).toBe(message);
});

test('a missing file and a large one are refused with what to do', async () => {
  answer('content_authorities', () => ({ certificates: [] }));
  const refusalOf = async (form: FormData) => readFormError(await action(await post('/verify', form)));
  expect((await refusalOf(formOf(new File([], '')))).fields.photo).toBe('Choose a file.');
  const large = new File([new Uint8Array(photoMaxBytes + 1)], 'large.png');
  expect((await refusalOf(formOf(large))).fields.photo).toMatch(/up to 60 MB .* Turn it on/);
});

/** A form of `network` whose file goes on until `end`. */
function beginUpload(network: string) {
  const type = 'multipart/form-data; boundary=edge';
  const head = '--edge\r\ncontent-disposition: form-data; name="photo"; filename="ada.png"\r\n\r\nbytes';
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  void writer.write(Buffer.from(head));
  const init = { method: 'POST', body: readable, duplex: 'half', headers: { 'content-type': type } };
  const request = new Request('https://faceswap.test/verify', init as RequestInit);
  const outcome = action({ request, params: {}, context: { network } });
  const end = async () => {
    await writer.write(Buffer.from('\r\n--edge--\r\n'));
    await writer.close();
    return outcome;
  };
  return { end };
}

test('files that do not arrive keep no other network out', async () => {
  answer('content_authorities', () => ({ certificates: [] }));
  const folder = scratchFolder();
  vi.stubEnv('TMPDIR', folder);
  const unfinished = Array.from({ length: 50 }, () => beginUpload('203.0.113.7'));
  const begun = () => readdirSync(folder).filter((name) => existsSync(join(folder, name, 'file')));
  await expect.poll(() => begun().length, patience).toBe(50);
  expect(await beginUpload('198.51.100.1').end()).toMatchObject({ report: { verdict: 'none' } });
  const outcomes = await Promise.all(unfinished.map(({ end }) => end()));
  const refused = outcomes.filter((outcome) => !('report' in outcome));
  expect(refused.map((outcome) => readFormError(outcome))).toEqual([
    expect.objectContaining({ status: 503, message: expect.stringContaining('Try again') }),
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('a check that takes too long is refused, and the next one succeeds', async () => {
  const { file } = await signedFile();
  const request = { file, authorities: [] };
  await expect(checkInThread(request, 1)).rejects.toThrow(InvalidFileError);
  expect(await checkInThread(request)).toMatchObject({ verdict: 'foreign' });
  await expect(checkInThread({ file: `${file}.gone`, authorities: [] })).rejects.toThrow(/Unable to open|ENOENT/);
  expect(await checkInThread(request)).toMatchObject({ verdict: 'foreign' });
});
