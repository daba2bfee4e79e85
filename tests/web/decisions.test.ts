import { expect, test } from 'vitest';

import { answer, answerError, exampleOf } from './support/fake-api';
import { get, post, readFormError, readRedirect, run } from './support/visit';

import * as decisions from '~/routes/my.account.decisions';

const token = 'fs_1';
const path = '/my/account/decisions';
const { decision_id } = exampleOf('my_decisions').items[0]!;
const send = async (form: Record<string, string>) => decisions.action(await post(path, form, { token }));

test('only the account’s owner sees its decisions', async () => {
  const outcome = await run(async () => decisions.loader(await get(path)));
  expect((await readRedirect(outcome)).location).toBe('/login/google?redirect=%2Fmy%2Faccount%2Fdecisions');
});

test('the page has the decisions of the asked page', async () => {
  const asked = answer('my_decisions');
  const { items } = await decisions.loader(await get(`${path}?page=2`, { token }));
  expect(items).toEqual(exampleOf('my_decisions').items);
  expect(asked[0]!.input.page).toBe(2);
});

test('an appeal is sent, and the page says so', async () => {
  const sent = answer('my_decision_appeal');
  const { location, snackbar } = await readRedirect(await send({ decision_id, text: 'A red wall' }));
  expect(sent[0]!.input).toEqual({ decision_id, text: 'A red wall' });
  expect([location, snackbar?.color]).toEqual([path, 'success']);
});

test('an appeal without a reason is refused beside its field', async () => {
  expect(readFormError(await send({ decision_id, text: ' ' }))).toMatchObject({
    status: 400,
    fields: { text: 'Say why the decision is wrong.' },
    values: { decision_id },
  });
});

test('a second appeal is refused in words, and keeps what was typed', async () => {
  answerError('my_decision_appeal', 'conflict', { message: 'This decision was appealed or judged already.' });
  expect(readFormError(await send({ decision_id, text: 'Again' }))).toMatchObject({
    status: 409,
    message: 'This decision was appealed or judged already.',
    values: { text: 'Again' },
  });
});
