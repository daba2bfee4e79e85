import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import './support/environment';
import { answer, apiUrl, answerError, exampleOf } from './support/fake-api';
import { get, post, readRedirect, readFormError } from './support/visit';
import { network } from '#tests/support/network';

import { action, loader } from '~/routes/contact';
import { honeypotFields } from '~/server/honeypot.server';

const unseen = (): Record<string, string> => {
  const { nameFieldName, validFromFieldName, encryptedValidFrom } = honeypotFields();
  return { [nameFieldName]: '', [validFromFieldName!]: encryptedValidFrom };
};

function message(fields: Record<string, string>, ...pictures: File[]): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...unseen(), ...fields })) form.set(name, value);
  for (const picture of pictures) form.append('photo', picture);
  return form;
}

const picture = (name: string) => new File(['picture'], name, { type: 'image/png' });
const words = { contents: 'Lovely.', email: 'ada@example.com', key: 'form-1' };

const uploadTo = (url: string) => ({
  ...{ url, method: 'PUT' as const, headers: {} },
  ...{ expires_at: '2026-12-20T10:00:00.000Z', max_bytes: 10 },
});

test('each form of the page has a key of its own', async () => {
  const { messageKey, reportKey } = loader(await get('/contact'));
  expect(messageKey).not.toBe(reportKey);
});

test('a message goes out with its pictures, which are passed on one by one', async () => {
  const sent = answer('feedback_create');
  answer('feedback_sign_url', ({ input }) => ({
    attachment: `feedback/a.${input.format}`,
    upload: uploadTo(`${apiUrl}/media/feedback/a.${input.format}`),
  }));
  const stored: string[] = [];
  network.use(
    http.put(`${apiUrl}/media/feedback/:file`, async ({ params, request }) => {
      stored.push(`${params.file}: ${await request.text()}`);
      return HttpResponse.json({ code: 200, data: {}, message: '' });
    }),
  );
  const outcome = await action(await post('/contact', message(words, picture('one.png'), picture('two.jpg'))));
  expect(await readRedirect(outcome)).toMatchObject({ location: '/contact?sent=1' });
  expect(stored.sort()).toEqual(['a.jpg: picture', 'a.png: picture']);
  expect(sent[0]!.input).toEqual({
    contents: 'Lovely.',
    email: 'ada@example.com',
    attachments: ['feedback/a.png', 'feedback/a.jpg'],
  });
  expect(sent[0]!.headers.get('idempotency-key')).toBe('form-1');
});

test('errors stand beside their fields, and the inputs are kept', async () => {
  const { status, fields, values } = readFormError(
    await action(await post('/contact', message({ contents: 'Lovely.', email: 'nobody' }))),
  );
  expect(status).toBe(400);
  expect(Object.keys(fields)).toEqual(['email']);
  expect(values).toMatchObject({ contents: 'Lovely.', email: 'nobody' });
});

test('a file that is no picture is refused by its name', async () => {
  const { fields } = readFormError(await action(await post('/contact', message(words, picture('tool.exe')))));
  expect(fields.photo).toMatch(/EXE/);
});

test('a message whose picture is refused keeps its words', async () => {
  const { values } = readFormError(await action(await post('/contact', message(words, picture('tool.exe')))));
  expect(values).toMatchObject({ contents: 'Lovely.', email: 'ada@example.com' });
});

test('a message that is changed after its answer was lost says that the first one arrived, and gets another key', async () => {
  answerError('feedback_create', 'idempotency_mismatch');
  const { message: said, values } = readFormError(await action(await post('/contact', message(words))));
  expect(said).toMatch(/had already arrived/);
  expect(values).toMatchObject({ contents: 'Lovely.' });
  expect(values).not.toHaveProperty('key');
});

test('a message with more than five pictures is refused instead of sent without some', async () => {
  answer('feedback_sign_url', {
    ...exampleOf('feedback_sign_url'),
    upload: uploadTo(`${apiUrl}/media/feedback/a.png`),
  });
  network.use(
    http.put(`${apiUrl}/media/feedback/a.png`, () => HttpResponse.json({ code: 200, data: {}, message: '' })),
  );
  const pictures = Array.from({ length: 6 }, (_, index) => picture(`${index}.png`));
  const { fields, values } = readFormError(await action(await post('/contact', message(words, ...pictures))));
  expect(fields.photo).toBe('At most 5 pictures can be sent with a message.');
  expect(values).toMatchObject({ contents: 'Lovely.' });
});

const notice = {
  ...unseen(),
  location: 'https://example.com/video',
  description: 'A swap that shows me.',
  person: 'Ada',
  good_faith: 'true',
  email: 'ada@example.com',
  signature: 'Ada',
};

test('a report answers with its case and the time it is due', async () => {
  const sent = answer('feedback_takedown');
  const { location } = await readRedirect(await action(await post('/contact', notice)));
  expect(location).toBe('/contact?case=019a9e00-0000-7000-8000-000000000009&due=2026-11-22T10%3A00%3A00.000Z');
  expect(sent[0]!.input).toMatchObject({ person: 'Ada', good_faith: 'true' });
});

test('a report without its statement is not sent', async () => {
  const { good_faith: _, ...unstated } = notice;
  const { fields, values } = readFormError(await action(await post('/contact', unstated)));
  expect(fields.good_faith).toBe('Please state that you believe this in good faith.');
  expect(values).toMatchObject({ intent: 'report', person: 'Ada' });
});

test('too many reports: told so, nothing lost', async () => {
  answerError('feedback_takedown', 'too_many_requests');
  const { status, message: said, values } = readFormError(await action(await post('/contact', notice)));
  expect(status).toBe(429);
  expect(said).toBeTruthy();
  expect(values).toMatchObject(notice);
});

test('a message of a robot, which fills the hidden field, is not sent', async () => {
  const [trap] = Object.keys(unseen());
  for (const form of [
    { ...notice, [trap!]: 'spam' },
    { location: 'https://example.com', email: 'a@example.com' },
  ]) {
    const { message: said } = readFormError(await action(await post('/contact', form)));
    expect(said).toMatch(/automated submission/);
  }
  expect(readFormError(await action(await post('/contact', message({ ...words, [trap!]: 'spam' })))).message).toMatch(
    /automated submission/,
  );
});
