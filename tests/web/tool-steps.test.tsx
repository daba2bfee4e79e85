import './support/environment';

import { createRemixStub } from '@remix-run/testing';
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { expect, test, vi } from 'vitest';

import { calls } from '#contract';
import { DetectStep } from '~/features/tool/faces/detect-step';
import { LaterStep } from '~/features/tool/later-step';
import { UploadStep } from '~/features/tool/upload/upload-step';
import { FacesStep } from '~/features/tool/faces/faces-step';
import { ResultStep } from '~/features/tool/result/result-step';
import type { StepData } from '~/features/tool/load-tool.server';
import { SwapStep } from '~/features/tool/swap/swap-step';
import { TrimStep } from '~/features/tool/trim/trim-step';
import * as tool from '~/routes/face-swap';
import { answer, exampleOf } from './support/fake-api';
import { post } from './support/visit';

const { material, detection } = exampleOf('upload_material_detail');
const faces = exampleOf('my_faces').items;
const persons = detection!.persons;
const facesStep: StepData<'faces'> = {
  step: 'faces',
  material,
  persons,
  faces,
  otherFaces: 0,
  price: 4,
  qualities: [{ id: 'mesh', name: 'Standard', price: 4 }],
  preview: null,
  formKey: 'key',
};

const faceOfTwo = exampleOf('upload_face_photo');
let answersToFaceForm: object[] = [];
const answerToFaceForm = () => answersToFaceForm.shift() ?? { face: faceOfTwo };

function show<P extends object>(Step: ComponentType<P>, data: P, credits = 10, actionData?: unknown, at = '/') {
  const user = { ...exampleOf('my_userinfo'), credit_num: credits };
  const root = { user, site: { retentionDays: 7 } };
  const Page = () => <Step {...data} />;
  const Stub = createRemixStub([
    { id: 'root', path: '/', Component: Page, loader: () => root, action: () => null },
    { id: 'face', path: '/resources/face', action: answerToFaceForm },
  ]);
  render(
    <Stub
      initialEntries={[at]}
      hydrationData={{ loaderData: { root }, actionData: actionData ? { root: actionData } : undefined }}
    />,
  );
}

const announced = () => document.querySelector('.sr-only[role="status"]')?.textContent;

test('the upload step says how long this site keeps files', () => {
  show(UploadStep, { step: 'upload', isLoggedIn: true });
  expect(screen.getByText(/after 7 days/)).toBeDefined();
});

test('a damaged video stays at its upload: no part was chosen, and there is nothing to show', () => {
  const damaged = { ...material, kind: 'video' as const, status: 'rejected' as const, reason: 'It is damaged.' };
  const nothing = { playable_url: null, thumb_url: null };
  show(DetectStep, { step: 'detect', material: { ...damaged, ...nothing }, detection: null });
  expect(screen.getByText('It is damaged.')).toBeTruthy();
  expect(document.querySelector('[aria-current="step"]')!.textContent).toBe('Upload');
  expect(screen.queryByRole('link', { name: 'Trim' })).toBeNull();
  expect(screen.queryByRole('img', { name: material.name })).toBeNull();
});

test('names keep their own writing direction, apart from the words and numbers beside them', async () => {
  const [face] = faces;
  const named = { ...face!, name: 'محمد', photos: [face!.photos[0]!, face!.photos[0]!] };
  show(FacesStep, { ...facesStep, material: { ...material, name: 'صورة.jpg' }, faces: [named] });
  expect(screen.getByRole('heading', { name: 'صورة.jpg' }).dir).toBe('auto');
  await userEvent.click(screen.getAllByRole('radio', { name: 'محمد' })[0]!);
  expect(screen.getByText('Becomes محمد\u200e, 2 photos')).toBeTruthy();
});

test('what was wrong with the choices leaves with their correction', async () => {
  const bind_face = 'Choose a face for at least one person.';
  show(FacesStep, facesStep, 10, { fields: { bind_face }, values: { intent: 'preview', 'face.p1': '' } });
  expect(screen.getByText(bind_face)).toBeTruthy();
  await userEvent.click(screen.getAllByRole('radio', { name: 'Bo' })[0]!);
  expect(screen.queryByText(bind_face)).toBeNull();
});

test('what was wrong with the times leaves with their correction', async () => {
  const video = { ...material, kind: 'video' as const, duration_ms: 4000, trim_interval: null };
  const end = 'The end must come after 0:03.0.';
  const refused = { fields: { end }, values: { start: '0:03', end: '0:01' } };
  const { prices } = exampleOf('tool_lists').items[0]!;
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  show(TrimStep, { step: 'trim', material: video, prices }, 10, refused);
  expect(screen.getByText(end)).toBeTruthy();
  const field = screen.getByRole('textbox', { name: 'End' });
  await userEvent.clear(field);
  await userEvent.type(field, '0:03.5');
  expect(screen.queryByText(end)).toBeNull();
});

test('a quality is chosen only if there are two: the price follows, and the form sends it', async () => {
  show(FacesStep, facesStep);
  expect(screen.queryByRole('group', { name: 'Quality' })).toBeNull();
  cleanup();
  const qualities = [...facesStep.qualities, { id: 'high', name: 'High', price: 8 }];
  show(FacesStep, { ...facesStep, qualities });
  const choice = within(screen.getByRole('group', { name: 'Quality' }));
  expect(choice.getByRole('radio', { name: /Standard\s*4 credits/ })).toMatchObject({ checked: true });
  expect(sent()).toMatchObject({ quality: 'mesh' });
  await userEvent.click(choice.getByRole('radio', { name: /High/ }));
  expect(sent()).toMatchObject({ quality: 'high' });
  expect(document.querySelector('.dock__price')?.textContent).toContain('8 credits');
  cleanup();
  show(FacesStep, { ...facesStep, qualities }, 10, undefined, '/?quality=high');
  expect(sent()).toMatchObject({ quality: 'high' });
});

test('a chosen quality goes along to the trim step and to the form for a new face', async () => {
  const qualities = [...facesStep.qualities, { id: 'high', name: 'High', price: 8 }];
  const video = { ...material, kind: 'video' as const };
  show(FacesStep, { ...facesStep, material: video, qualities }, 10, undefined, '/?add=p1');
  await userEvent.click(screen.getByRole('radio', { name: /High/ }));
  const trim = screen.getByRole<HTMLAnchorElement>('link', { name: 'Trim' });
  expect(new URL(trim.href).searchParams.get('quality')).toBe('high');
  const addFace = document.querySelector<HTMLFormElement>('.person form')!;
  expect(Object.fromEntries(new FormData(addFace))).toMatchObject({ intent: 'add-face', quality: 'high' });
});

const seamAt = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Compare original and result' }).value;
const sent = () => Object.fromEntries(new FormData(document.querySelector<HTMLFormElement>('form#swap')!));

test('faces beyond those on the page are in My Faces, where pinning brings them here', () => {
  show(FacesStep, facesStep);
  expect(screen.queryByRole('link', { name: 'My Faces' })).toBeNull();
  cleanup();
  show(FacesStep, { ...facesStep, otherFaces: 14 });
  const link = screen.getByRole('link', { name: 'My Faces' });
  expect(link.getAttribute('href')).toBe('/my/faces');
  expect(link.parentElement!.textContent).toBe('14 more in My Faces. Pin a face there to choose it here.');
});

test('all persons keep their faces until one is chosen; the form says so', async () => {
  show(FacesStep, facesStep);
  expect(sent()).toMatchObject({ 'face.p1': '', 'face.p2': '', intent: 'create', key: 'key' });
  await userEvent.click(screen.getAllByRole('radio', { name: 'Bo' })[0]!);
  expect(sent()).toMatchObject({ 'face.p1': faces[0]!.face_id, 'face.p2': '' });
  expect(screen.getByText('Becomes Bo')).toBeTruthy();
  expect(screen.getByText('Keeps their own face')).toBeTruthy();
});

test('one press chooses for everyone; single choices can be changed, and all cleared', async () => {
  show(FacesStep, facesStep);
  await userEvent.click(screen.getByRole('button', { name: 'Choose for all' }));
  expect(screen.getByText('Becomes Bo')).toBeTruthy();
  expect(screen.getByText('Becomes Kenji')).toBeTruthy();
  await userEvent.click(screen.getAllByRole('radio', { name: 'Keep original' })[1]!);
  expect(sent()).toMatchObject({ 'face.p1': faces[0]!.face_id, 'face.p2': '' });
  await userEvent.click(screen.getByRole('button', { name: 'Choose for all' }));
  await userEvent.click(screen.getByRole('button', { name: 'Clear all' }));
  expect(sent()).toMatchObject({ 'face.p1': '', 'face.p2': '' });
});

test('a line below the row says what may go wrong with the face on this person', async () => {
  const [photo] = faces[0]!.photos;
  const turned = { ...faces[0]!, photos: [{ ...photo!, pose: { yaw: -34, pitch: 0 } }] };
  show(FacesStep, { ...facesStep, faces: [turned] });
  const concern = 'Turned left in the photo, ahead here: brows may show';
  expect(screen.queryByText(concern)).toBeNull();
  await userEvent.click(screen.getAllByRole('radio', { name: 'Bo' })[0]!);
  expect(screen.getByText(concern).getAttribute('role')).toBe('status');
  await userEvent.click(screen.getAllByRole('radio', { name: 'Kenji' })[0]!);
  expect(screen.queryByText(concern)).toBeNull();
  await userEvent.click(screen.getAllByRole('radio', { name: 'Bo' })[1]!); // this person is turned alike
  expect(screen.queryByText(/may show/)).toBeNull();
});

test('sample faces stand in every row with their names, each once', async () => {
  const added = {
    ...faces[0]!,
    face_id: faces[0]!.face_id.replace(/.$/, '8'),
    name: 'Kenji',
    sample: 'kenji' as const,
  };
  show(FacesStep, { ...facesStep, faces: [...faces, added] });
  for (const name of ['Kenji', 'Freya']) expect(screen.getAllByRole('radio', { name })).toHaveLength(persons.length);
  await userEvent.click(screen.getAllByRole('radio', { name: 'Kenji' })[0]!);
  await userEvent.click(screen.getAllByRole('radio', { name: 'Freya' })[1]!);
  expect(sent()).toMatchObject({ 'face.p1': added.face_id, 'face.p2': 'sample-freya' });
});

test('the button names the missing step and leads to it', async () => {
  show(FacesStep, facesStep);
  await userEvent.click(screen.getByRole('button', { name: /Choose a face first/ }));
  expect(document.activeElement).toBe(screen.getAllByRole('radio', { name: 'Bo' })[0]);
  await userEvent.click(document.activeElement!);
  expect(screen.getByRole('button', { name: 'Swap for 4 credits' })).toBeTruthy();
});

test('the fault at the consent leaves with its cause', async () => {
  const values = { intent: 'create', 'face.p1': faces[0]!.face_id };
  show(FacesStep, facesStep, 10, { fields: { consent: 'Please confirm.' }, values });
  await userEvent.click(screen.getByRole('checkbox', { name: /I may use this photo/ }));
  expect(screen.queryByText('Please confirm.')).toBeNull();
});

test('a face in the picture opens the row of its person', async () => {
  const three = [...persons, { ...persons[1]!, key: 'p3' }];
  show(FacesStep, { ...facesStep, persons: three });
  const rows = () => [...document.querySelectorAll<HTMLDetailsElement>('details.person')].map(({ open }) => open);
  expect(rows()).toEqual([true, false, false]);
  await userEvent.click(document.querySelectorAll('.viewfinder--face')[1]!);
  expect(rows()).toEqual([false, true, false]);
});

test('a new face goes to the person whose empty circle opened the dialog, which shows what was found', async () => {
  const fields = { photo: 'Choose a photo of the face first.', consent: 'Please confirm.' };
  answersToFaceForm = [{ fields, values: {} }];
  show(FacesStep, facesStep);
  await userEvent.click(document.querySelectorAll('.person__to')[1]!);
  const dialog = within(await screen.findByRole('dialog'));
  await userEvent.click(dialog.getByRole('button', { name: 'Add face' }));
  await dialog.findByText('Please confirm.');
  await userEvent.click(dialog.getByRole('checkbox'));
  expect(dialog.queryByText('Please confirm.')).toBeNull();
  expect(dialog.getByText('Choose a photo of the face first.')).toBeTruthy();

  await userEvent.click(dialog.getByRole('button', { name: 'Add face' }));
  await dialog.findByRole('heading', { name: faceOfTwo.name });
  expect(dialog.getByText('Sharp, looks ahead')).toBeTruthy();
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: 'Person 1' }).checked).toBe(true);
  expect(sent()).toMatchObject({ 'face.p1': '', 'face.p2': faceOfTwo.face_id });
  await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the dialog of a new face stays open while the photo is sent: the face is made in any case', async () => {
  let answer = (_face: object) => {};
  answersToFaceForm = [new Promise<object>((resolve) => (answer = resolve))];
  show(FacesStep, facesStep);
  await userEvent.click(document.querySelectorAll('.person__to')[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  const cancel = dialog.getByRole<HTMLButtonElement>('button', { name: 'Cancel' });
  await userEvent.click(dialog.getByRole('button', { name: 'Add face' }));
  await vi.waitFor(() => expect(cancel.disabled).toBe(true));
  await userEvent.keyboard('{Escape}');
  await userEvent.click(dialog.getByRole('button', { name: 'Close' }));
  expect(screen.getByRole('dialog')).toBeTruthy();
  answer({ face: faceOfTwo });
  await dialog.findByRole('heading', { name: faceOfTwo.name });
  expect(sent()).toMatchObject({ 'face.p1': faceOfTwo.face_id });
  await userEvent.keyboard('{Escape}');
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a refused form keeps the choices and leads to what is missing', () => {
  const values = { intent: 'create', 'face.p2': faces[0]!.face_id };
  show(FacesStep, facesStep, 10, { fields: { consent: 'Please confirm.' }, values });
  expect(sent()).toMatchObject({ 'face.p1': '', 'face.p2': faces[0]!.face_id });
  expect(screen.getByText('Please confirm.')).toBeTruthy();
  expect(document.activeElement).toBe(screen.getByRole('checkbox', { name: /I may use this photo/ }));
});

test('the address keeps who gets which faces', () => {
  const [one, other] =
    faces.length > 1 ? faces : [faces[0]!, { ...faces[0]!, face_id: faces[0]!.face_id.replace(/.$/, '9') }];
  const data = { ...facesStep, faces: [one!, other!] };
  show(FacesStep, data, 10, undefined, `/?face.p2=${one!.face_id},${other!.face_id}`);
  expect(sent()).toMatchObject({ 'face.p1': '', 'face.p2': `${one!.face_id},${other!.face_id}` });
});

test('a face can be dragged onto a person', () => {
  show(FacesStep, facesStep);
  const held = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => held.set(type, value),
    getData: (type: string) => held.get(type) ?? '',
    get types() {
      return [...held.keys()];
    },
  };
  fireEvent.dragStart(screen.getAllByText('Bo')[0]!, { dataTransfer });
  const person = document.querySelectorAll('details.person')[1]!;
  fireEvent.dragOver(person, { dataTransfer });
  fireEvent.drop(person, { dataTransfer });
  expect(sent()).toMatchObject({ 'face.p1': '', 'face.p2': faces[0]!.face_id });
});

test('a preview is shown as long as it shows what is chosen', async () => {
  const preview = { task: { ...detection!, status: 'succeeded' as const }, url: '/preview.jpg', before: null };
  const data = { ...facesStep, preview };
  show(FacesStep, data, 10, undefined, `/?preview=1&face.p1=${faces[0]!.face_id}`);
  expect(screen.getByAltText('Preview with the faces swapped')).toBeTruthy();
  await userEvent.click(screen.getAllByRole('radio', { name: 'Keep original' })[0]!);
  expect(screen.queryByAltText('Preview with the faces swapped')).toBeNull();
});

test('the preview of a video is compared with the same frame of the original', () => {
  const preview = { task: { ...detection!, status: 'succeeded' as const }, url: '/preview.jpg', before: '/before.jpg' };
  const data = { ...facesStep, material: { ...material, kind: 'video' as const, width: 1600 }, preview };
  show(FacesStep, data, 10, undefined, `/?preview=1&face.p1=${faces[0]!.face_id}`);
  expect(screen.getByAltText('The original video').getAttribute('src')).toBe('/before.jpg');
  // The swapped person is in the left half.
  expect(seamAt()).toBe('19');
});

test.each(['photo', 'video'] as const)('the seam of a result starts beside the swapped face of a %s', (kind) => {
  const order = { ...exampleOf('my_creates').items[0]!, kind, before_url: '/before', bindings: { p1: ['a'] } };
  const { order: _order, ...task } = exampleOf('faceswap_result');
  const source = { material: { ...material, width: 1600 }, persons };
  show(ResultStep, { step: 'result', order, task, resultSize: null, source, faces, shares: [], exported: null });
  expect(seamAt()).toBe('19');
});

test('permission is never given beforehand', () => {
  show(FacesStep, facesStep);
  expect(screen.getByRole<HTMLInputElement>('checkbox').checked).toBe(false);
});

test('the form sends the key of its page, by which a swap that is ordered twice is charged once', () => {
  show(FacesStep, facesStep);
  const form = document.querySelector<HTMLFormElement>('form#swap')!;
  expect(new FormData(form).get('key')).toBe('key');
});

test('the form sends the part that its price and persons belong to; a photo has none', () => {
  const moving = { ...material, kind: 'video' as const, duration_ms: 4000 };
  const trim_interval = { start_ms: 0, end_ms: 900 };
  for (const [shown, part] of [
    [{ ...moving, trim_interval }, '{"start_ms":0,"end_ms":900}'],
    [moving, '{"start_ms":0,"end_ms":4000}'],
    [material, undefined],
  ] as const) {
    show(FacesStep, { ...facesStep, material: shown });
    expect(sent().trim_interval).toBe(part);
    cleanup();
  }
});

test('a swap whose answer was lost is ordered again with its first key', () => {
  const values = { intent: 'create', key: 'first' };
  show(FacesStep, facesStep, 10, { message: 'No answer.', fields: {}, values });
  const form = document.querySelector<HTMLFormElement>('form#swap')!;
  expect(new FormData(form).get('key')).toBe('first');
});

test('the price stands on the button', () => {
  show(FacesStep, facesStep, 4, undefined, `/?face.p1=${faces[0]!.face_id}`);
  expect(screen.getByRole('button', { name: 'Swap for 4 credits' })).toBeTruthy();
});

test('a user with too few credits sees how many are missing, and cannot order the swap', () => {
  show(FacesStep, facesStep, 1);
  expect(screen.getByText('3 credits more')).toBeTruthy();
  const getCredits = screen.getByRole<HTMLButtonElement>('button', { name: 'Get credits' });
  expect([getCredits.form?.id, getCredits.name, getCredits.value]).toEqual(['swap', 'intent', 'get-credits']);
  expect(screen.queryByRole('button', { name: /^Swap for/ })).toBeNull();
});

test('the search for faces names the time left, on the page and in the title', async () => {
  const running: StepData<'detect'>['detection'] = { ...detection!, status: 'running', progress: 40, eta_seconds: 12 };
  show(DetectStep, { step: 'detect', material, detection: running });
  expect(screen.getByText('About 12 seconds left')).toBeTruthy();
  expect(announced()).toBe('Looking for faces, 40 %');
  await vi.waitFor(() => expect(document.title).toBe('40 % · Looking for faces | Faceswap'));
});

test.each([
  ['running', 47, 'Swapping, 40 %'],
  ['queued', 0, 'Waiting in the queue'],
] as const)(
  'screen readers hear of a swap that is %s in tens of percent, not of each second',
  (status, progress, says) => {
    const { order, ...task } = exampleOf('faceswap_result');
    const now = { ...task, status, progress, eta_seconds: 12, queue_position: status === 'queued' ? 3 : null };
    show(SwapStep, { step: 'swap', order, task: now, source: null, isMailed: false });
    expect(announced()).toBe(says);
  },
);

test('a search that finds nobody says so in the title, too', async () => {
  const ended: StepData<'detect'>['detection'] = { ...detection!, status: 'succeeded' };
  show(DetectStep, { step: 'detect', material, detection: ended });
  expect(screen.getByRole('heading', { name: 'No face found' })).toBeTruthy();
  await vi.waitFor(() => expect(document.title).toBe('No face found | Faceswap'));
});

test('a failed search is tried again in the same part', async () => {
  const detected = answer('upload_detect_create');
  const trim_interval = { start_ms: 61_234, end_ms: 65_000 };
  const long = { ...material, kind: 'video' as const, duration_ms: 3_600_000, trim_interval };
  show(DetectStep, { step: 'detect', material: long, detection: { ...detection!, status: 'failed' } });
  const { form } = screen.getByRole<HTMLButtonElement>('button', { name: 'Try again' });
  const fields = Object.fromEntries(new FormData(form!)) as Record<string, string>;
  await tool.action(await post(`/face-swap-video?material=${material.material_id}`, fields, { token: 'fs_1' }));
  const { input } = detected[0]!;
  expect(calls.upload_detect_create.input.parse(input)).toEqual({ material_id: material.material_id, trim_interval });
});

const { order, ...swapTask } = exampleOf('faceswap_result');
const done = { task: swapTask, resultSize: null, source: null, faces, shares: [], exported: null };
const stepsOfForms: [string, Parameters<typeof LaterStep>[0]][] = [
  ['detect', { step: 'detect', material, detection: { ...detection!, status: 'failed' } }],
  ['sample', { step: 'sample', sample: 'two', material, persons, price: 1, preview: null, isLoggedIn: true }],
  ['preview', facesStep],
  ['create', facesStep],
  ['cancel', { step: 'swap', order, task: swapTask, source: null, isMailed: false }],
  ['report', { step: 'result', order: { ...order, status: 'failed' }, ...done }],
  ['share', { step: 'result', order: exampleOf('my_creates').items[0]!, ...done }],
  ['cancel-batch', { step: 'batch', batch: exampleOf('batch_create') }],
];

test.each(stepsOfForms)('the reason of a refusal is shown once: %s', (intent, data) => {
  const message = 'Too many attempts. Wait a minute.';
  show(LaterStep, data, 10, { message, fields: {}, values: { intent } });
  expect(screen.getAllByText(message)).toHaveLength(1);
});

test('a failed swap says why, and that nothing was charged', () => {
  const { order, ...task } = exampleOf('faceswap_result');
  const data = {
    step: 'result',
    order: { ...order, status: 'failed', price: 4, credits_charged: 0 },
    task: { ...task, status: 'failed', error: { error: 'internal', message: 'The engine gave up.' } },
    resultSize: null,
    source: null,
    faces,
    shares: [],
    exported: null,
  } satisfies StepData<'result'>;
  show(ResultStep, data);
  expect(screen.getByRole('alert').textContent).toContain('The engine gave up.');
  expect(screen.getByText('4 credits came back: nothing was charged.')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Try again' })).toBeTruthy();
});

test.each(['succeeded', 'failed'] as const)('a swap of a part that %s is done again in this part', (status) => {
  const done = { ...exampleOf('my_creates').items[0]!, kind: 'video' as const };
  const { order: _order, ...task } = exampleOf('faceswap_result');
  const againFor = (order: typeof done, trim_interval: typeof done.trim_interval) => {
    const source = { material: { ...material, kind: 'video' as const, duration_ms: 4000, trim_interval }, persons: [] };
    const nothing = { resultSize: null, faces, shares: [], exported: null };
    show(ResultStep, { step: 'result', order: { ...order, status }, task, source, ...nothing });
    const link = screen.getByRole<HTMLAnchorElement>('link', { name: /^(Swap|Try) again/ });
    cleanup();
    return Object.fromEntries(new URL(link.href).searchParams);
  };
  const pairing = { material: done.material_id, 'face.p1': done.bindings.p1!.join(','), quality: 'mesh' };
  const ofPart = { ...done, trim_interval: { start_ms: 500, end_ms: 1400 } };
  expect(againFor(ofPart, ofPart.trim_interval)).toEqual(pairing);
  expect(againFor(ofPart, null)).toEqual({ ...pairing, step: 'trim', start: '0:00.5', end: '0:01.4' });
  expect(againFor(done, ofPart.trim_interval)).toEqual({ ...pairing, step: 'trim', start: '0:00.0', end: '0:04.0' });
});

test('a result can be downloaded, and tried again without a new upload', () => {
  const order = exampleOf('my_creates').items[0]!;
  const { order: _order, ...task } = exampleOf('faceswap_result');
  const source = { material, persons };
  show(ResultStep, { step: 'result', order, task, resultSize: 482_133, source, faces, shares: [], exported: null });
  expect(screen.getByText('JPG, 1,600 × 1,200, 471 kB')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Download' }).getAttribute('href')).toBe(order.download_url);
  expect(screen.getByRole('link', { name: 'Swap again with other faces' }).getAttribute('href')).toBe(
    `/face-swap-photo?${new URLSearchParams({ material: order.material_id!, 'face.p1': order.bindings.p1!.join(','), quality: 'mesh' })}`,
  );
  expect(screen.getByRole('heading', { name: 'Who became whom' }).parentElement!.textContent).toContain('→ Bo');
  expect(screen.getByRole('button', { name: 'Send the report', hidden: true })).toBeTruthy();
  expect(screen.getByRole('button', { name: `Delete ${order.name}` })).toBeTruthy();
});
