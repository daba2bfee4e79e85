import { expect, test } from 'vitest';

import { answer, answerError, exampleOf } from './support/fake-api';
import { get, post, readFormError, readRedirect, run } from './support/visit';

import * as faces from '~/routes/my.faces';
import * as face from '~/routes/my.face';
import * as resource from '~/routes/resources.face';

const token = 'fs_1';
const added = exampleOf('my_face');
const ofTwo = exampleOf('upload_face_photo');
const page = `/my/face?face=${added.face_id}`;

function formWithPhoto(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  form.append('photo', new File(['picture'], 'me.jpg', { type: 'image/jpeg' }));
  return form;
}

const sendToResource = async (form: FormData | Record<string, string>) =>
  run(async () => resource.action(await post('/resources/face', form, { token })));

test('the dialog adds a face with its name and stays open with what was found', async () => {
  const calls = answer('upload_face');
  const form = formWithPhoto({ intent: 'add-face', name: 'Hana', consent: 'true' });
  expect(await sendToResource(form)).toMatchObject({ face: { face_id: added.face_id } });
  expect(calls[0]!.input).toMatchObject({ name: 'Hana', consent: 'true' });

  const empty = await sendToResource({ intent: 'add-face', name: 'Hana' });
  expect(readFormError(empty).fields).toEqual({ photo: expect.any(String), consent: expect.any(String) });
  expect(readFormError(await sendToResource({ intent: 'nonsense' })).message).toMatch(/Unknown form/);
});

test('the dialog adds a photo, chooses a person and removes a photo', async () => {
  const uploads = answer('upload_face_photo');
  const choices = answer('choose_face_person');
  const deletions = answer('del_face_photo');
  const { face_id } = added;
  const { photo_id } = ofTwo.photos[1]!;
  await sendToResource(formWithPhoto({ intent: 'add-photo', face_id }));
  await sendToResource({ intent: 'choose-person', photo_id, person: 'p2' });
  await sendToResource({ intent: 'delete-photo', photo_id });
  expect(uploads[0]!.input).toMatchObject({ face_id, consent: 'true' });
  expect(choices[0]!.input).toMatchObject({ photo_id, person: 'p2' });
  expect(deletions[0]!.input).toMatchObject({ photo_id });
});

test('the page of a face says what was found in a photo that was added', async () => {
  const verdict = 'Another person? This does not look like the first photo';
  answer('upload_face_photo', { ...ofTwo, photos: [ofTwo.photos[0]!, { ...ofTwo.photos[1]!, verdict }] });
  const form = formWithPhoto({ intent: 'add-photo', face_id: added.face_id });
  const { snackbar } = await readRedirect(await run(async () => face.action(await post(page, form, { token }))));
  expect(snackbar?.message).toBe(`Photo added. ${verdict}.`);
});

test('a new face of several people leads to the page where one is chosen, and from there back', async () => {
  answer('upload_face', { ...ofTwo, photos: [ofTwo.photos[1]!] });
  const form = formWithPhoto({ intent: 'add-face', consent: 'true' });
  const { location } = await readRedirect(
    await run(async () => faces.action(await post('/my/faces', form, { token }))),
  );
  expect(location).toBe(`${page}&back=${encodeURIComponent('/my/faces')}`);

  answer('my_face');
  expect(await face.loader(await get(location!, { token }))).toMatchObject({ back: '/my/faces' });
  const foreign = await face.loader(await get(`${page}&back=https://evil.example/`, { token }));
  expect(foreign).toMatchObject({ back: '/my/faces' });
});

test('a face is renamed on its page and in the list', async () => {
  const calls = answer('rename_face');
  const { face_id } = added;
  const form = { intent: 'rename', face_id, name: 'Grandpa' };
  const onPage = await run(async () => face.action(await post(page, form, { token })));
  expect((await readRedirect(onPage)).location).toBe(page);
  const { face_id: id, ...named } = form;
  const inList = await run(async () => faces.action(await post('/my/faces?page=2', { ...named, id }, { token })));
  expect((await readRedirect(inList)).location).toBe('/my/faces?page=2');
  expect(calls.map(({ input }) => input.name)).toEqual(['Grandpa', 'Grandpa']);

  const empty = await run(async () => face.action(await post(page, { ...form, name: ' ' }, { token })));
  expect(readFormError(empty).fields.name).toBe('Enter a name.');
});

test('a deleted face is not found', async () => {
  answerError('my_face', 'not_found');
  expect(await run(async () => face.loader(await get(page, { token })))).toMatchObject({ status: 404 });
});
