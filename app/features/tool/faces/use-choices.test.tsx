import { Link, redirect, useLoaderData, useLocation, useRevalidator, useSubmit } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import * as samples from '#contract/examples';

import { useChoices } from './use-choices';

const persons = samples.persons.slice(0, 1);
const optionsOf = (ids: string[]) =>
  ids.map((face_id) => ({ face_id, name: face_id, thumb_url: '', assessed: [], photos: 1 }));
const faces = optionsOf(['ada', 'bo']);

interface Library {
  faces: typeof faces;
  otherFaces: number;
}

function Choosing({ library = { faces, otherFaces: 0 } }: { library?: Library }) {
  const { choices, choose } = useChoices({
    form: 'swap',
    subject: 'm1',
    persons,
    ...library,
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

test('a face chosen while a preview is requested stays chosen, until the next navigation', async () => {
  let arrive = () => {};
  const PreviewPage = createRemixStub([
    {
      path: '/',
      Component: function Tool() {
        const submit = useSubmit();
        return (
          <>
            <Choosing />
            <button onClick={() => submit(document.querySelector('form'), { method: 'post' })}>Free preview</button>
            <Link to="/?material=m1">Without choices</Link>
            <p title="Address">{useLocation().search}</p>
          </>
        );
      },
      action: async ({ request }) => {
        const face = (await request.formData()).get('face.p1') as string;
        await new Promise<void>((resolve) => (arrive = resolve));
        return redirect(`/?material=m1&face.p1=${face}&preview=1`);
      },
    },
  ]);
  render(<PreviewPage initialEntries={['/?material=m1']} />);
  await choose('ada');
  await act(() => screen.getByText('Free preview').click());
  await choose('bo');
  arrive();
  await waitFor(() => expect(screen.getByTitle('Address').textContent).toContain('face.p1=ada&preview=1'));
  expect(chosen()).toBe('bo');
  await act(() => screen.getByText('Without choices').click());
  await waitFor(() => expect(chosen()).toBe(''));
});

/** As the server: the first two faces, and a further one if the address names it and it exists. */
function loadLibrary({ request }: { request: Request }): Library {
  const named = new URL(request.url).searchParams.get('face.p1') ?? '';
  const further = existing.filter((face) => named.split(',').includes(face));
  return { faces: optionsOf([...first, ...further]), otherFaces: existing.length - further.length };
}
let first = ['ada', 'bo'];
let existing: string[] = [];
let loads = 0;

const LargePage = createRemixStub([
  {
    id: 'tool',
    path: '/',
    Component: function Tool() {
      const { revalidate } = useRevalidator();
      return (
        <>
          <Choosing library={useLoaderData<Library>()} />
          <button onClick={revalidate}>Load again</button>
        </>
      );
    },
    loader: (args) => {
      loads++;
      return loadLibrary(args);
    },
  },
]);

async function showLarge(address: string) {
  loads = 0;
  first = ['ada', 'bo'];
  const tool = loadLibrary({ request: new Request(new URL(address, 'http://localhost')) });
  render(<LargePage initialEntries={[address]} hydrationData={{ loaderData: { tool } }} />);
  await screen.findByRole('status');
}

test('a face beyond those of the page that only this browser has kept stays chosen', async () => {
  existing = ['cy', 'di'];
  localStorage.setItem('choices', '[["m1",{"p1":"cy"}]]');
  await showLarge('/?material=m1');
  await waitFor(() => expect(chosen()).toBe('cy'));
  expect(loads).toBe(1);
  expect(localStorage.getItem('choices')).toBe('[["m1",{"p1":"cy"}]]');
});

test('a deleted face that only this browser has kept is looked for once', async () => {
  existing = ['di'];
  localStorage.setItem('choices', '[["m1",{"p1":"cy"}]]');
  await showLarge('/?material=m1');
  await waitFor(() => expect(localStorage.getItem('choices')).toBe('[]'));
  expect(chosen()).toBe('');
  expect(loads).toBe(1);
});

test('another face chosen while a kept one is loaded stays chosen', async () => {
  existing = ['cy', 'di'];
  localStorage.setItem('choices', '[["m1",{"p1":"cy"}]]');
  await showLarge('/?material=m1');
  await choose('bo');
  await waitFor(() => expect(loads).toBe(1));
  await act(() => new Promise(setImmediate));
  expect(chosen()).toBe('bo');
  expect(localStorage.getItem('choices')).toBe('[["m1",{"p1":"bo"}]]');
});

test('a chosen face stays chosen when a new one takes its place among the first', async () => {
  existing = ['cy'];
  await showLarge('/?material=m1');
  await choose('bo');
  first = ['new', 'ada'];
  existing = ['bo', 'cy'];
  act(() => screen.getByText('Load again').click());
  await waitFor(() => expect(loads).toBe(2));
  await waitFor(() => expect(chosen()).toBe('bo'));
  expect(localStorage.getItem('choices')).toBe('[["m1",{"p1":"bo"}]]');
});
