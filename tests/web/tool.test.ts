import type { LoaderFunctionArgs } from '@remix-run/node';
import { http, HttpResponse } from 'msw';
import { expect, onTestFinished, test, vi } from 'vitest';

import { calls, swapConsent } from '#contract';
import { network } from '#tests/support/network';
import { answer, apiUrl, exampleOf, answerError } from './support/fake-api';
import { get, run, post, readRedirect, readFormError } from './support/visit';

import * as tool from '~/routes/face-swap';
import * as paymentSuccess from '~/routes/payment-success';
import * as detectionStatus from '~/routes/resources.detection';
import * as exportStatus from '~/routes/resources.export';
import * as facesResource from '~/routes/resources.faces';
import * as previewStatus from '~/routes/resources.preview';
import * as swapStatus from '~/routes/resources.swap';
import * as uploadResource from '~/routes/resources.upload';

const detail = exampleOf('upload_material_detail');
const { order } = exampleOf('faceswap_result');
const face = exampleOf('my_faces').items[0]!;
const atMaterial = `/face-swap-photo?material=${detail.material.material_id}`;
const atOrder = `/face-swap-photo?order=${order.order_id}`;
const token = 'fs_1';

const load = async (path: string) => tool.loader(await get(path, { token }));
const send = async (path: string, form: FormData | Record<string, string>) =>
  run(async () => tool.action(await post(path, form, { token })));
const photoForm = (fields: Record<string, string>, name = 'us.jpg', content = 'picture') => {
  const form = new FormData();
  for (const [key, value] of Object.entries(fields)) form.append(key, value);
  form.append('photo', new File([content], name, { type: 'image/jpeg' }));
  return form;
};
const moving = { kind: 'video', name: 'us.mp4', format: 'mp4', duration_ms: 12_040, fps: 24 } as const;
const video = (more: Partial<typeof detail.material>) => ({ ...detail.material, ...moving, ...more });

/** At the example's signed URL; returns stored uploads. */
function takeUploads(): string[] {
  const taken: string[] = [];
  const { url } = exampleOf('upload_sign_url').upload;
  network.use(
    http.put(url.split('?')[0], async ({ request }) => {
      taken.push(await request.text());
      return HttpResponse.json({ code: 200, data: {}, message: '' });
    }),
  );
  return taken;
}

test('the address decides the step', async () => {
  answer('upload_material_detail');
  answer('my_faces');
  answer('faceswap_result');
  expect((await load('/face-swap-photo')).step).toBe('upload');
  expect((await load(atMaterial)).step).toBe('faces');
  expect((await load(atOrder)).step).toBe('swap');
  expect((await load('/face-swap-photo?material=nonsense')).step).toBe('upload');
});

test('a finished order shows its result, also when its photo has been deleted since', async () => {
  answer('faceswap_result', {
    ...exampleOf('faceswap_result'),
    status: 'succeeded',
    order: exampleOf('my_creates').items[0]!,
  });
  answer('my_faces');
  answer('share_lists');
  answerError('upload_material_detail', 'not_found');
  expect(await load(atOrder)).toMatchObject({ step: 'result', source: null });
});

test('a result has the persons of its own part, not those of a part that was searched later', async () => {
  const done = {
    ...exampleOf('my_creates').items[0]!,
    kind: 'video',
    trim_interval: { start_ms: 0, end_ms: 900 },
  } as const;
  answer('faceswap_result', { ...exampleOf('faceswap_result'), status: 'succeeded', order: done });
  answer('my_faces');
  answer('share_lists');
  const personsAfter = async (trim_interval: typeof detail.material.trim_interval) => {
    answer('upload_material_detail', { ...detail, material: video({ trim_interval }) });
    const loaded = await load(`/face-swap-video?order=${done.order_id}`);
    return 'source' in loaded && loaded.source?.persons.length;
  };
  expect(await personsAfter(done.trim_interval)).toBe(detail.detection!.persons.length);
  expect(await personsAfter({ start_ms: 1500, end_ms: 4000 })).toBe(0);
});

test('faces of the address beyond the first page of the library are loaded, deleted ones are left out', async () => {
  const [further, deleted] = [face.face_id.replace(/.$/, '8'), face.face_id.replace(/.$/, '9')];
  answer('upload_material_detail');
  answer('my_faces', { ...exampleOf('my_faces'), total: 3 });
  answer('my_face', ({ input }) => ({ ...face, face_id: input.face_id }));
  const place = `${atMaterial}&face.p1=${face.face_id},${further}&face.p2=sample-nora`;
  expect(await load(place)).toMatchObject({ faces: [{ face_id: face.face_id }, { face_id: further }], otherFaces: 1 });
  answerError('my_face', 'not_found');
  expect(await load(`${atMaterial}&face.p1=${deleted}`)).toMatchObject({
    faces: [{ face_id: face.face_id }],
    otherFaces: 2,
  });
});

test('a script gets the faces that it names beside the first ones of the library', async () => {
  const further = face.face_id.replace(/.$/, '8');
  answer('my_faces', { ...exampleOf('my_faces'), total: 3 });
  answer('my_face', ({ input }) => ({ ...face, face_id: input.face_id }));
  const loaded = await facesResource.loader(await get(`/resources/faces?named=${further}.sample-nora`, { token }));
  expect(await loaded.json()).toMatchObject({ faces: [{ face_id: face.face_id }, { face_id: further }] });
});

test('visitors may see the tool; its places need a login', async () => {
  expect(await tool.loader(await get('/face-swap-photo'))).toEqual({ step: 'upload', isLoggedIn: false });
  const args = await get(atMaterial);
  const { location } = await readRedirect(await run(() => tool.loader(args)));
  expect(location).toBe(`/login/google?redirect=${encodeURIComponent(atMaterial)}`);
});

test('every visit of the faces step has a key of its own, for the swap to be charged once', async () => {
  answer('upload_material_detail');
  answer('my_faces');
  const keys = await Promise.all([1, 2].map(async () => (await load(atMaterial)) as { formKey: string }));
  expect(keys[0]!.formKey).not.toBe(keys[1]!.formKey);
});

test('a photo in a plain form goes to storage and on to its faces', async () => {
  const signed = answer('upload_sign_url');
  const detected = answer('upload_detect_create');
  const stored = takeUploads();
  const outcome = await send('/face-swap-photo', photoForm({ intent: 'upload' }));
  expect((await readRedirect(outcome)).location).toBe(atMaterial);
  expect(signed[0]!.input).toMatchObject({ format: 'jpg', name: 'us.jpg' });
  expect(stored).toEqual(['picture']);
  expect(detected[0]!.input.material_id).toBe(detail.material.material_id);
});

test('no photo, another type, or a refusal by storage: each is said beside the field', async () => {
  const empty = readFormError(await send('/face-swap-photo', photoForm({ intent: 'upload' }, '')));
  expect(empty).toMatchObject({ status: 400, fields: { photo: 'Choose a file first.' } });

  const text = readFormError(await send('/face-swap-photo', photoForm({ intent: 'upload' }, 'notes.txt')));
  expect(text.fields.photo).toContain('TXT files do not work here');

  answer('upload_sign_url');
  const { url } = exampleOf('upload_sign_url').upload;
  const message = 'This picture is damaged.';
  const envelope = { code: 422, data: null, message, error: 'damaged_media', trace_id: 't' };
  network.use(http.put(url.split('?')[0], () => HttpResponse.json(envelope, { status: 422 })));
  const damaged = readFormError(await send('/face-swap-photo', photoForm({ intent: 'upload' })));
  expect(damaged).toMatchObject({ status: 422, message });
});

test('one of our own pictures takes the same way', async () => {
  const signed = answer('upload_sign_url');
  answer('upload_detect_create');
  const stored = takeUploads();
  const outcome = await send('/face-swap-photo', { intent: 'sample', sample: 'sofia' });
  expect((await readRedirect(outcome)).location).toBe(atMaterial);
  expect(signed[0]!.input.name).toBe('sofia.jpg');
  expect(stored[0]!.length).toBeGreaterThan(10_000);
  expect(readFormError(await send('/face-swap-photo', { intent: 'sample', sample: '../secret' })).status).toBe(400);
});

test('a video is looked at first, then its part is chosen, also again; only then persons are found', async () => {
  answer('my_faces');
  answer('tool_lists');
  const atVideo = atMaterial.replace('photo', 'video');
  const nothingFound = { ...detail, detection: null, price: 13 };
  answer('upload_material_detail', { ...nothingFound, material: video({ status: 'probing' }) });
  expect((await load(atVideo)).step).toBe('probe');
  answer('upload_material_detail', { ...nothingFound, material: video({}) });
  // Else the step of faces, which follows at the same address, would take its place in the history.
  const toTrim = (await run(() => load(`${atVideo}&quality=mesh`))) as Response;
  expect((await readRedirect(toTrim)).location).toBe(`${atVideo}&quality=mesh&step=trim`);
  expect(toTrim.headers.get('x-remix-replace')).toBe('true');
  expect(await load(`${atVideo}&step=trim`)).toMatchObject({ step: 'trim', prices: { video_second: 1 } });
  answer('upload_material_detail', { ...detail, material: video({}) });
  expect((await load(atVideo)).step).toBe('faces');
  expect((await load(`${atVideo}&step=trim`)).step).toBe('trim');
  answer('upload_material_detail', { ...nothingFound, material: video({ status: 'rejected', reason: 'No.' }) });
  expect((await load(atVideo)).step).toBe('detect');
});

test('a video that was chosen on the photo page goes on at the address for videos', async () => {
  answer('tool_lists');
  answer('my_faces');
  answer('upload_material_detail', { ...detail, material: video({}) });
  const { location } = await readRedirect(await run(() => load(`${atMaterial}&step=trim`)));
  expect(location).toBe(`${atMaterial.replace('photo', 'video')}&step=trim`);
});

test('a part is sent only when one is chosen, and a time that is none is said beside it', async () => {
  const detected = answer('upload_detect_create');
  const { material_id } = detail.material;
  const form = { intent: 'detect', material_id, duration_ms: '12040' };
  const whole = await send('/face-swap-video', { ...form, start: '0:00.0', end: '0:12.0' });
  expect((await readRedirect(whole)).location).toBe(`/face-swap-video?material=${material_id}`);
  const part = await send('/face-swap-video?quality=high', { ...form, start: '0:02.5', end: '7.5' });
  expect((await readRedirect(part)).location).toBe(`/face-swap-video?material=${material_id}&quality=high`);
  expect(detected.map(({ input }) => calls.upload_detect_create.input.parse(input).trim_interval)).toEqual([
    undefined,
    { start_ms: 2500, end_ms: 7500 },
  ]);
  const refused = readFormError(await send('/face-swap-video', { ...form, start: 'soon', end: '7.5' }));
  expect(refused).toMatchObject({ status: 400, fields: { start: 'Type a time like 0:02.9.' }, values: { end: '7.5' } });
});

test('several faces of one person are bound together, the preferred one first', async () => {
  const created = answer('faceswap_create');
  const other = face.face_id.replace(/.$/, '9');
  const { material_id } = detail.material;
  const form = { intent: 'create', material_id, consent: 'true', key: 'k-12345678' };
  await send(atMaterial, { ...form, 'face.p1': `${face.face_id},${other}` });
  expect(calls.faceswap_create.input.parse(created[0]!.input)).toMatchObject({
    bind_face: { p1: [face.face_id, other] },
  });
});

test('a face needs a photo and consent; the verdict on the photo is passed on', async () => {
  const neither = readFormError(await send(atMaterial, photoForm({ intent: 'add-face' }, '')));
  expect(Object.keys(neither.fields)).toEqual(['photo', 'consent']);

  const text = readFormError(await send(atMaterial, photoForm({ intent: 'add-face', consent: 'true' }, 'notes.txt')));
  expect(text.fields.photo).toContain('TXT files do not work here');
  expect(text.values).toEqual({ intent: 'add-face', consent: 'true' });

  const uploaded = answer('upload_face');
  const fields = { intent: 'add-face', person: 'p1', 'face.p1': 'sample-kenji', 'face.p2': 'sample-freya' };
  const outcome = await send(atMaterial, photoForm({ ...fields, consent: 'true' }));
  expect(await readRedirect(outcome)).toMatchObject({
    location: `${atMaterial}&face.p1=${face.face_id}&face.p2=sample-freya`,
    snackbar: { message: 'Face added. Sharp, looks ahead.' },
  });
  expect(uploaded).toHaveLength(1);
});

test('a swap is asked for once, with those who get a face and the key of the page', async () => {
  const created = answer('faceswap_create');
  const outcome = await send(atMaterial, {
    intent: 'create',
    key: 'key-of-the-page',
    material_id: detail.material.material_id,
    'face.p1': face.face_id,
    'face.p2': '',
    consent: 'true',
  });
  expect((await readRedirect(outcome)).location).toBe(atOrder);
  expect(created).toHaveLength(1);
  expect(created[0]!.headers.get('idempotency-key')).toBe('key-of-the-page');
  expect(calls.faceswap_create.input.parse(created[0]!.input)).toMatchObject({ bind_face: { p1: [face.face_id] } });
});

test('a swap without faces or consent is not sent, and the choices are kept', async () => {
  const form = { intent: 'create', material_id: detail.material.material_id, 'face.p1': '' };
  const { status, fields, values } = readFormError(await send(atMaterial, form));
  expect(status).toBe(400);
  expect(fields).toEqual({
    bind_face: 'Choose a face for at least one person.',
    consent: swapConsent,
  });
  expect(values).toMatchObject({ 'face.p1': '' });
});

test('a swap of another part than the page showed leads back to the page, which then shows the present part', async () => {
  const { material_id } = detail.material;
  const trim_interval = '{"start_ms":0,"end_ms":900}';
  const form = {
    intent: 'create',
    material_id,
    trim_interval,
    'face.p1': face.face_id,
    quality: 'mesh',
    consent: 'true',
  };
  const created = answer('faceswap_create');
  await send(atMaterial, form);
  expect(created[0]!.input).toMatchObject({ trim_interval });
  answerError('faceswap_create', 'conflict', { message: 'In the words of the server.' });
  expect(await readRedirect(await send(atMaterial, form))).toMatchObject({
    location: `${atMaterial}&face.p1=${face.face_id}&quality=mesh`,
    snackbar: { color: 'error', message: 'In the words of the server.' },
  });
});

test.each(['insufficient_credits', 'activation_required'] as const)('%s is said beside the button', async (error) => {
  answerError('faceswap_create', error, { message: 'In the words of the server.' });
  const material_id = detail.material.material_id;
  const form = { intent: 'create', material_id, 'face.p1': face.face_id, consent: 'true' };
  expect(readFormError(await send(atMaterial, form)).message).toBe('In the words of the server.');
});

test('a user who lacks credits is led to the prices; the payment leads back to the swap with its choices', async () => {
  const other = face.face_id.replace(/.$/, '9');
  const { material_id } = detail.material;
  const form = { intent: 'get-credits', material_id, 'face.p1': `${face.face_id},${other}`, 'face.p2': '' };
  const outcome = (await send(atMaterial, form)) as Response;
  expect((await readRedirect(outcome)).location).toBe('/pricing');

  const cookie = outcome.headers.get('set-cookie')!.split(';')[0]!;
  answer('payment_verify', { ...exampleOf('payment_verify'), status: 'paid' });
  answer('my_userinfo');
  const query = new URLSearchParams({ id: exampleOf('payment_verify').payment.payment_id, type: 'sub' });
  const paid = (await paymentSuccess.loader(await get(`/payment-success?${query}`, { headers: { cookie } }))) as {
    unpaidSwap: string;
  };
  const { pathname, searchParams } = new URL(paid.unpaidSwap, 'https://faceswap.test');
  expect(pathname).toBe('/face-swap-photo');
  expect(Object.fromEntries(searchParams)).toEqual({ material: material_id, 'face.p1': `${face.face_id},${other}` });
});

test('a problem with a swap is reported with what the server knows of it', async () => {
  answer('faceswap_result', { ...exampleOf('faceswap_result'), status: 'failed' });
  const reported = answer('feedback_failed_event');
  const form = { intent: 'report', order_id: order.order_id, words: 'Two noses.' };
  const { location, snackbar } = await readRedirect(await send(atOrder, form));
  expect([location, snackbar?.color]).toEqual([atOrder, 'success']);
  const { type, input_data } = reported[0]!.input;
  expect(type).toBe('swap_failed');
  expect(JSON.parse(String(input_data))).toMatchObject({
    order_id: order.order_id,
    status: 'failed',
    words: 'Two noses.',
  });
});

test('a preview is asked for by the address, which keeps the choices; what cannot be shown is said', async () => {
  answer('upload_material_detail');
  answer('my_faces');
  const { material_id } = detail.material;
  const nobody = readFormError(await send(atMaterial, { intent: 'preview', material_id, 'face.p1': '' }));
  expect(nobody.fields).toEqual({ bind_face: 'Choose a face for at least one person.' });

  const wanted = { intent: 'preview', material_id, 'face.p1': face.face_id };
  const place = (await readRedirect(await send(atMaterial, wanted))).location!;
  const asked = answer('faceswap_preview');
  const { preview_url: url, before_url: before, ...task } = exampleOf('faceswap_preview');
  expect(await load(place)).toMatchObject({ step: 'faces', preview: { url, before, task } });
  const input = calls.faceswap_preview.input.parse(asked[0]!.input);
  expect(input).toMatchObject({ material_id, bind_face: { p1: [face.face_id] } });
  const polled = await poll(previewStatus.loader, `/resources/preview?material=${material_id}&face.p1=${face.face_id}`);
  expect(await polled.json()).toMatchObject({ isFinished: true });

  answerError('faceswap_preview', 'too_many_requests', { message: 'Wait 5 minutes.' });
  expect(await load(place)).toMatchObject({ step: 'faces', preview: { refusal: 'Wait 5 minutes.' } });
});

test('an export is started by a form; its address shows how it stands and starts nothing', async () => {
  const result = exampleOf('faceswap_result');
  answer('faceswap_result', { ...result, status: 'succeeded', order: exampleOf('my_creates').items[0]! });
  answer('upload_material_detail');
  answer('my_faces');
  answer('share_lists');
  const started = answer('faceswap_export');
  const asked = answer('faceswap_export_result');
  expect(await load(atOrder)).toMatchObject({ step: 'result', exported: null });
  expect(asked).toHaveLength(0);

  const { order_id } = order;
  const fields = { intent: 'export', order_id, format: 'gif', size: '480', sound: 'off', at: '0:01.5' };
  const place = `${atOrder}&format=gif&size=480&sound=off&at=0%3A01.5`;
  const outcome = await send(`${atOrder}&format=webp`, fields);
  expect(await readRedirect(outcome)).toMatchObject({ location: place });
  const input = { order_id, format: 'gif', size: '480', sound: false, at_ms: 1500 };
  expect(calls.faceswap_export.input.parse(started[0]!.input)).toEqual(input);

  const { name, size, download_url: url, ...task } = exampleOf('faceswap_export_result');
  expect(await load(place)).toMatchObject({ step: 'result', exported: { task, name, size, url } });
  expect(calls.faceswap_export_result.input.parse(asked[0]!.input)).toEqual(input);
  const polled = await poll(exportStatus.loader, `/resources/export?order=${order_id}&format=gif&size=480&at=0:01.5`);
  expect(await polled.json()).toMatchObject({ isFinished: true });
  expect(asked[1]!.input).toMatchObject({ order_id, format: 'gif', at_ms: '1500' });
  expect(started).toHaveLength(1);

  for (const odd of ['format=exe', 'format=gif&size=9']) {
    expect(await load(`${atOrder}&${odd}`)).toMatchObject({ step: 'result', exported: null });
  }
  expect(asked).toHaveLength(2);
  answerError('faceswap_export_result', 'not_found');
  expect(await load(`${atOrder}&format=gif`)).toMatchObject({ step: 'result', exported: null });
});

test('a refused export says why beside its field, or above the form', async () => {
  const started = answer('faceswap_export');
  const { order_id } = order;
  const refused = async (fields: Record<string, string>) =>
    readFormError(await send(atOrder, { intent: 'export', order_id, ...fields }));
  expect(await refused({ format: 'exe' })).toMatchObject({ status: 400, fields: { format: expect.any(String) } });
  expect(await refused({})).toMatchObject({ status: 400, fields: { format: expect.any(String) } });
  expect(await refused({ format: 'gif', at: 'soon' })).toMatchObject({ fields: { at_ms: expect.any(String) } });
  expect(started).toHaveLength(0);
  answerError('faceswap_export', 'too_many_requests', { message: 'Wait 5 minutes.' });
  expect(await refused({ format: 'gif' })).toMatchObject({ status: 429, message: 'Wait 5 minutes.' });
});

test('a visitor tries one of our own media by its address, and makes it theirs once logged in', async () => {
  const asked = answer('faceswap_sample_preview');
  answer('faceswap_sample');
  const place = '/face-swap-photo?sample=sofia';
  const visit = async (path: string) => tool.loader(await get(path));
  expect(await visit(place)).toMatchObject({ step: 'sample', sample: 'sofia', isLoggedIn: false, preview: null });
  expect(await visit(`${place}&preview=1&face.p1=`)).toMatchObject({
    preview: { refusal: 'Choose a face for at least one person.' },
  });
  expect(asked).toHaveLength(0);
  const { preview_url } = exampleOf('faceswap_sample_preview');
  expect(await visit(`${place}&preview=1&face.p1=sample-kenji`)).toMatchObject({ preview: { url: preview_url } });
  expect(asked[0]!.input).toEqual({ sample: 'sofia', bind_face: '{"p1":"kenji"}' });
  expect((await visit('/face-swap-photo?sample=secret')).step).toBe('upload');
  const polled = await previewStatus.loader(await get('/resources/preview?sample=sofia&face.p1=sample-kenji'));
  expect(await polled.json()).toMatchObject({ isFinished: true });

  answer('upload_sign_url');
  answer('upload_detect_create');
  takeUploads();
  const outcome = await send(place, { intent: 'sample', sample: 'sofia', 'face.p1': 'sample-kenji', 'face.p2': '' });
  expect((await readRedirect(outcome)).location).toBe(`${atMaterial}&face.p1=sample-kenji`);
});

test('a chosen sample face is added to the library when a preview or a swap needs it', async () => {
  const added = answer('upload_sample_face');
  const created = answer('faceswap_create');
  const { material_id } = detail.material;
  const form = { material_id, consent: 'true', 'face.p1': 'sample-kenji', 'face.p2': face.face_id };
  const previewed = await readRedirect(await send(atMaterial, { ...form, intent: 'preview' }));
  expect(previewed.location).toBe(`${atMaterial}&face.p1=${face.face_id}&face.p2=${face.face_id}&preview=1`);
  await readRedirect(await send(atMaterial, { ...form, intent: 'create' }));
  expect(calls.faceswap_create.input.parse(created[0]!.input)).toMatchObject({ bind_face: { p1: [face.face_id] } });
  expect(added.map(({ input }) => input)).toEqual([{ sample: 'kenji' }, { sample: 'kenji' }]);
});

test('without script, the chip for a new face keeps the choices and opens the form', async () => {
  const form = { intent: 'open-add-face', 'face.p1': 'sample-kenji', 'face.p2': '' };
  const { location } = await readRedirect(await send(`${atMaterial}&add=p2`, form));
  expect(location).toBe(`${atMaterial}&face.p1=sample-kenji&add=p2`);
});

test('a swap can be cancelled from its page', async () => {
  const cancelled = answer('faceswap_cancel');
  const outcome = await send(atOrder, { intent: 'cancel', order_id: order.order_id });
  expect((await readRedirect(outcome)).location).toBe(atOrder);
  expect(cancelled[0]!.input).toEqual({ order_id: order.order_id });
});

test('the activation mail can be had again from the page that asks for it', async () => {
  const sent = answer('email_resend_activation');
  const { location, snackbar } = await readRedirect(await send(atMaterial, { intent: 'resend-activation' }));
  expect([location, snackbar?.color, sent.length]).toEqual([atMaterial, 'success', 1]);
  answerError('email_resend_activation', 'conflict', { message: 'Your e-mail address is confirmed already.' });
  const confirmed = await readRedirect(await send(atMaterial, { intent: 'resend-activation' }));
  expect(confirmed).toMatchObject({ location: atMaterial, snackbar: { message: expect.stringContaining('already') } });
});

test('an unknown form changes nothing', async () => {
  expect(readFormError(await send('/face-swap-photo', { intent: 'explode' })).status).toBe(400);
});

const poll = async (loader: (args: LoaderFunctionArgs) => Promise<Response>, path: string) =>
  loader(await get(path, { token }));

test('a page that waits is told how its task stands, and when it is over', async () => {
  answer('upload_detect_result');
  const detection = await poll(detectionStatus.loader, `/resources/detection?material=${detail.material.material_id}`);
  expect(await detection.json()).toMatchObject({ isFinished: true, task: { status: 'succeeded' } });
  answer('faceswap_result');
  const swap = await (await poll(swapStatus.loader, `/resources/swap?order=${order.order_id}`)).json();
  expect(swap).toMatchObject({ isFinished: false, task: { status: 'running' } });
  expect(swap.task).not.toHaveProperty('order');
});

test('while the API is away, the page that waits is told so, and goes on asking', async () => {
  network.use(http.post(`${apiUrl}/faceswap/result`, () => HttpResponse.error()));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const asked = poll(swapStatus.loader, `/resources/swap?order=${order.order_id}`);
  await vi.runAllTimersAsync();
  expect((await asked).status).toBe(503);
});

test('a script that has sent a photo has its faces looked for', async () => {
  const detected = answer('upload_detect_create');
  const { material_id } = detail.material;
  const reply = await detectionStatus.action(await post('/resources/detection', { material_id }, { token }));
  expect(reply.status).toBe(200);
  expect(detected[0]!.input).toEqual({ material_id });

  answerError('upload_detect_create', 'not_ready');
  const early = await detectionStatus.action(await post('/resources/detection', { material_id }, { token }));
  expect([early.status, (await early.json()).message]).toEqual([409, 'The upload has not arrived completely yet.']);
});

test('a script of the page gets a signed address; another site’s page gets nothing', async () => {
  answer('upload_sign_url');
  const form = { name: 'us.jpg', size: '7' };
  const reply = (await uploadResource.action(await post('/resources/upload', form, { token }))) as Response;
  expect(await reply.json()).toEqual(exampleOf('upload_sign_url'));

  const elsewhere = await post('/resources/upload', form, { token, headers: { origin: 'https://evil.example' } });
  expect(await run(() => uploadResource.action(elsewhere))).toMatchObject({ status: 403 });
});
