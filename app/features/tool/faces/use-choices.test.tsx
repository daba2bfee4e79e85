import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';

import * as samples from '#contract/examples';

import { useChoices } from './use-choices';

const persons = samples.persons.slice(0, 1);
const faces = ['ada', 'bo'].map((face_id) => ({ face_id, name: face_id, thumb_url: '', assessed: [] }));

function Choosing() {
  const { choices, choose } = useChoices({
    form: 'swap',
    subject: 'm1',
    persons,
    faces,
    isKept: true,
  });
  return (
    <form id="swap">
      <input type="hidden" name="material_id" value="m1" />
      {['', 'ada', 'bo'].map((face) => (
        <input
          key={face}
          type="radio"
          name="face.p1"
          aria-label={face || 'none'}
          value={face}
          checked={(choices.p1 ?? '') === face}
          onChange={() => choose('p1', face)}
        />
      ))}
      <p role="status">{choices.p1}</p>
    </form>
  );
}

const Page = createRemixStub([{ path: '/', Component: Choosing }]);
const show = (address: string) => render(<Page initialEntries={[address]} />);
const chosen = () => screen.getByRole('status').textContent;
const choose = (name: string) => act(() => screen.getByRole('radio', { name }).click());

test('a face that was chosen before the script came stays chosen', async () => {
  const html = show('/').container.innerHTML;
  cleanup();
  const container = document.body.appendChild(document.createElement('div'));
  container.innerHTML = html;
  screen.getByRole('radio', { name: 'bo' }).click();
  render(<Page initialEntries={['/']} />, { container, hydrate: true });
  expect((await screen.findByRole<HTMLInputElement>('radio', { name: 'bo' })).checked).toBe(true);
  expect(chosen()).toBe('bo');
});

test('the address names the choices, and no longer asks for a preview of others', async () => {
  window.history.replaceState({ key: 'visit' }, '', '/?material=m1&face.p1=ada&preview=1');
  show('/?material=m1&face.p1=ada&preview=1');
  expect(chosen()).toBe('ada');
  expect(window.location.search).toBe('?material=m1&face.p1=ada&preview=1');
  await choose('bo');
  expect(window.location.search).toBe('?material=m1&face.p1=bo');
  expect(window.history.state).toEqual({ key: 'visit' });
  await choose('none');
  expect(window.location.search).toBe('?material=m1');
});

test('another tab without choices in its address finds those of the upload', async () => {
  show('/?material=m1');
  await choose('bo');
  cleanup();
  show('/?material=m1');
  expect(chosen()).toBe('bo');
  await choose('none');
  cleanup();
  show('/?material=m1');
  expect(chosen()).toBe('');
});

test.each(['{', '{"m1":{}}', '[["m1",{"p1":7}]]', '[null]'])('choices kept as %s are ignored', (text) => {
  localStorage.setItem('choices', text);
  show('/?material=m1');
  expect(chosen()).toBe('');
});

test('a deleted face is no longer chosen', () => {
  show('/?face.p1=gone,ada');
  expect(chosen()).toBe('ada');
});
