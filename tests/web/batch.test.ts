import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { calls, swapConsent } from '#contract';
import { ids } from '#contract/examples';
import { network } from '#tests/support/network';
import { answer, answerError, exampleOf } from './support/fake-api';
import { get, post, readFormError, readRedirect, run } from './support/visit';

import * as tool from '~/routes/face-swap';
import * as swapStatus from '~/routes/resources.swap';

const token = 'fs_1';
const detail = exampleOf('upload_material_detail');
const [face] = exampleOf('my_faces').items;
const batch = exampleOf('batch_create');
const photos = `${ids.material}.${ids.secondMaterial}`;
const atPhotos = `/face-swap-photo?photos=${photos}`;
const atBatch = `/face-swap-photo?batch=${ids.batch}`;

const load = async (path: string) => tool.loader(await get(path, { token }));
const send = async (path: string, form: FormData | Record<string, string>) =>
  run(async () => tool.action(await post(path, form, { token })));

test('several photos are shown with their states; deleted ones are left out', async () => {
  answer('my_faces');
  answer('tool_lists');
  const unfinished = { ...detail.detection!, status: 'running' as const };
  answer('upload_material_detail', ({ input }) =>
    input.material_id === ids.material ? detail : { ...detail, detection: unfinished },
  );
  const loaded = await load(atPhotos);
  expect(loaded).toMatchObject({
    step: 'photos',
    qualities: [{ id: 'mesh', price: 1 }],
    photos: [{ state: 'ready' }, { state: 'waiting' }],
  });

  const rejected = { ...detail.material, status: 'rejected' as const, reason: 'It is damaged.' };
  answer('upload_material_detail', { ...detail, material: rejected });
  expect(await load(atPhotos)).toMatchObject({ photos: [{ state: 'unusable', problem: 'It is damaged.' }, {}] });
  answer('upload_material_detail', { ...detail, detection: { ...detail.detection!, persons: [] } });
  expect(await load(atPhotos)).toMatchObject({ photos: [{ problem: 'No face was found in it.' }, {}] });

  answerError('upload_material_detail', 'not_found');
  expect(await run(() => load(atPhotos))).toMatchObject({ status: 404 });
});

test('the face of the address is loaded if it is beyond the first page of the library', async () => {
  const further = face!.face_id.replace(/.$/, '8');
  answer('my_faces', { ...exampleOf('my_faces'), total: 61 });
  answer('my_face', { ...face!, face_id: further });
  answer('tool_lists');
  answer('upload_material_detail');
  expect(await load(`${atPhotos}&face=${further}`)).toMatchObject({ faces: [face, { face_id: further }] });
});

test('a batch is ordered with the key of the page, without photos that are left out', async () => {
  const created = answer('batch_create');
  const form = { intent: 'create', photos, face: face!.face_id, 'person.1': 'p2', consent: 'true', key: 'key-1234' };
  expect((await readRedirect(await send(atPhotos, { ...form, 'person.2': 'p1' }))).location).toBe(atBatch);
  await send(atPhotos, { ...form, 'person.2': 'none' });
  const [both, one] = created.map(({ input }) => calls.batch_create.input.parse(input).items);
  expect(both).toEqual([
    { material_id: ids.material, bind_face: { p2: [face!.face_id] } },
    { material_id: ids.secondMaterial, bind_face: { p1: [face!.face_id] } },
  ]);
  expect(one).toEqual([both![0]]);
  expect(created[0]!.headers.get('idempotency-key')).toBe('key-1234');
});

test('a batch without a face, a photo or consent is not sent', async () => {
  const form = { intent: 'create', photos, face: face!.face_id, 'person.1': 'p1' };
  expect(readFormError(await send(atPhotos, { ...form, face: '' })).fields.items).toBe('Choose a face first.');
  expect(readFormError(await send(atPhotos, form)).fields).toEqual({ consent: swapConsent });
  const none = { ...form, 'person.1': 'none', consent: 'true' };
  expect(readFormError(await send(atPhotos, none)).fields.items).toBe('Choose at least one photo.');
  answerError('batch_create', 'insufficient_credits', { message: 'This costs 2 credits; you have 1.' });
  expect(readFormError(await send(atPhotos, { ...form, consent: 'true' })).message).toContain('2 credits');
});

test('the way to more credits keeps the photos, the face and the persons', async () => {
  const form = { intent: 'open-add-face', photos, face: 'sample-kenji', 'person.2': 'none' };
  const { location } = await readRedirect(await send(`${atPhotos}&add=face`, form));
  expect(location).toBe(`${atPhotos}&face=sample-kenji&person.2=none&add=face`);
  expect((await readRedirect(await send(atPhotos, { ...form, intent: 'get-credits' }))).location).toBe('/pricing');
});

test('several files of a plain form go on together; a refused one is named', async () => {
  const materials = [ids.material, ids.secondMaterial];
  answer('upload_sign_url', () => ({ ...exampleOf('upload_sign_url'), material_id: materials.shift()! }));
  answer('upload_detect_create');
  const { url } = exampleOf('upload_sign_url').upload;
  network.use(http.put(url.split('?')[0]!, () => HttpResponse.json({ code: 200, data: {}, message: '' })));
  const form = new FormData();
  form.append('intent', 'upload');
  for (const name of ['us.jpg', 'notes.txt', 'them.jpg']) form.append('photo', new File(['picture'], name));
  const { location, snackbar } = await readRedirect(await send('/face-swap-photo', form));
  expect(location).toBe(atPhotos);
  expect(snackbar?.message).toMatch(/^Left out: notes\.txt\. TXT files do not work here/);
});

test('a plain form sends twenty photos beside its empty file inputs, and names the number of those beyond', async () => {
  let signed = 0;
  answer('upload_sign_url', () => ({ ...exampleOf('upload_sign_url'), material_id: materialOf(++signed) }));
  answer('upload_detect_create');
  const { url } = exampleOf('upload_sign_url').upload;
  network.use(http.put(url.split('?')[0]!, () => HttpResponse.json({ code: 200, data: {}, message: '' })));
  const form = new FormData();
  form.append('intent', 'upload');
  const names = Array.from({ length: 22 }, (_, index) => `${index}.jpg`);
  for (const name of ['', '', ...names]) form.append('photo', new File(name ? ['picture'] : [], name));
  const { location, snackbar } = await readRedirect(await send('/face-swap-photo', form));
  expect(new URL(location!, 'http://own').searchParams.get('photos')!.split('.')).toHaveLength(20);
  expect(snackbar).toEqual({ color: 'error', message: 'At most 20 photos at once: 2 were left out.' });
});

const materialOf = (number: number) => ids.material.replace(/..$/, String(number + 10));

test('a batch shows its swaps, is polled, and is cancelled from its page', async () => {
  answer('batch_result', batch);
  expect(await load(atBatch)).toMatchObject({ step: 'batch', batch: { status: 'running' } });
  const polled = await swapStatus.loader(await get(`/resources/swap?batch=${ids.batch}`, { token }));
  expect(await polled.json()).toMatchObject({ isFinished: false, task: { batch_id: ids.batch } });

  const cancelled = answer('batch_cancel');
  const outcome = await send(atBatch, { intent: 'cancel-batch', batch_id: ids.batch });
  expect((await readRedirect(outcome)).location).toBe(atBatch);
  expect(cancelled[0]!.input).toEqual({ batch_id: ids.batch });

  answerError('batch_result', 'not_found');
  expect(await run(() => load(atBatch))).toMatchObject({ status: 404 });
});
