import './support/environment';

import { Link } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ComponentType } from 'react';
import { expect, test } from 'vitest';

import { calls } from '#contract';
import { ids } from '#contract/examples';

import { BatchStep } from '~/features/tool/batch/batch-step';
import { PhotosStep } from '~/features/tool/batch/photos-step';
import type { StepData } from '~/features/tool/load-tool.server';
import { exampleOf } from './support/fake-api';

const { material, detection } = exampleOf('upload_material_detail');
const faces = exampleOf('my_faces').items;
const persons = detection!.persons.map((person, index) => ({ ...person, share: index === 1 ? 0.5 : 0.1 }));
const second = { ...material, material_id: ids.secondMaterial, name: 'beach.jpg' };
const photosStep: StepData<'photos'> = {
  step: 'photos',
  photos: [
    { material, persons, state: 'ready' },
    { material: second, persons: [persons[0]!], state: 'ready' },
  ],
  faces,
  otherFaces: 0,
  qualities: [{ id: 'mesh', name: 'Standard', price: 1 }],
  formKey: 'key',
};

function show<P extends object>(Step: ComponentType<P>, data: P, credits = 10) {
  const root = { user: { ...exampleOf('my_userinfo'), credit_num: credits }, site: { retentionDays: 7 } };
  const Page = () => (
    <>
      <Step {...data} />
      <Link to="/?photos=" replace>
        Same page
      </Link>
    </>
  );
  const Stub = createRemixStub([{ id: 'root', path: '/', Component: Page, loader: () => root }]);
  render(<Stub initialEntries={['/']} hydrationData={{ loaderData: { root } }} />);
}

const sent = () => Object.fromEntries(new FormData(document.querySelector<HTMLFormElement>('form#swap')!));

test('the most prominent person of each photo gets the face; one price for all', async () => {
  show(PhotosStep, photosStep);
  expect(sent()).toMatchObject({
    photos: `${ids.material}.${ids.secondMaterial}`,
    'person.1': persons[1]!.key,
    'person.2': persons[0]!.key,
    key: 'key',
  });
  expect(sent()).not.toHaveProperty('face');
  expect(screen.getByText('Choose a face first')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Bo' }));
  expect(sent()).toMatchObject({ face: faces[0]!.face_id });
  expect(screen.getByRole('button', { name: 'Swap 2 photos for 2 credits' })).toBeTruthy();
  expect(screen.getByText('Person 2 becomes Bo')).toBeTruthy();
});

test('faces beyond those on the page are in My Faces', () => {
  show(PhotosStep, { ...photosStep, otherFaces: 14 });
  expect(screen.getByRole('link', { name: 'My Faces' }).getAttribute('href')).toBe('/my/faces');
});

test('a photo can be left out and another person chosen in it', async () => {
  show(PhotosStep, photosStep);
  await userEvent.click(screen.getByRole('radio', { name: 'Bo' }));
  const [first, other] = screen.getAllByRole('listitem').filter((item) => item.className.includes('batch'));
  await userEvent.click(within(first!).getByRole('radio', { name: 'Person 1' }));
  await userEvent.click(within(other!).getByRole('radio', { name: 'Leave out' }));
  expect(sent()).toMatchObject({ 'person.1': persons[0]!.key, 'person.2': 'none' });
  expect(screen.getByRole('button', { name: 'Swap 1 photo for 1 credit' })).toBeTruthy();
  expect(new URLSearchParams(window.location.search).get('person.2')).toBe('none');
});

test('the choices are in the address again after the router has written its own', async () => {
  show(PhotosStep, photosStep);
  await userEvent.click(screen.getByRole('radio', { name: 'Bo' }));
  const address = () => new URLSearchParams(window.location.search).get('face');
  expect(address()).toBe(faces[0]!.face_id);
  // As after a form that was refused.
  window.history.replaceState(null, '', '/');
  await userEvent.click(screen.getByRole('link', { name: 'Same page' }));
  await waitFor(() => expect(address()).toBe(faces[0]!.face_id));
});

test('a quality is chosen for all photos, kept in the address and counted in the price', async () => {
  const qualities = [...photosStep.qualities, { id: 'high', name: 'High', price: 3 }];
  show(PhotosStep, { ...photosStep, qualities });
  await userEvent.click(screen.getByRole('radio', { name: 'Bo' }));
  expect(sent()).toMatchObject({ quality: 'mesh' });
  await userEvent.click(screen.getByRole('radio', { name: /High\s*3 credits a photo/ }));
  expect(sent()).toMatchObject({ quality: 'high' });
  expect(screen.getByRole('button', { name: 'Swap 2 photos for 6 credits' })).toBeTruthy();
  expect(new URLSearchParams(window.location.search).get('quality')).toBe('high');
  cleanup();
  show(PhotosStep, photosStep);
  expect(screen.queryByText('Quality')).toBeNull();
});

test('while no face has been found yet, the button names the search and no price is stated', async () => {
  const waiting = photosStep.photos.map((photo) => ({ ...photo, persons: [], state: 'waiting' as const }));
  show(PhotosStep, { ...photosStep, photos: waiting });
  expect(screen.getByText('Choose a face first')).toBeTruthy();
  await userEvent.click(screen.getByRole('radio', { name: 'Bo' }));
  const button = screen.getByRole('button', { name: /^Looking for faces…/ });
  expect(button.getAttribute('aria-disabled')).toBe('true');
  expect(document.querySelector('.dock__price')?.textContent).toContain('… credits');
});

test('too few credits lead to the offer, with the sum', () => {
  show(PhotosStep, photosStep, 1);
  expect(screen.getByText(/These swaps cost 2 credits and you have 1/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Get credits' })).toBeTruthy();
});

test('an unusable photo says why and can be removed', () => {
  const problem = 'No face was found in it.';
  const [ready] = photosStep.photos;
  show(PhotosStep, { ...photosStep, photos: [ready!, { material: second, persons: [], state: 'unusable', problem }] });
  expect(screen.getByText(problem)).toBeTruthy();
  const remove = screen.getByRole('link', { name: 'Remove beach.jpg' });
  expect(new URL((remove as HTMLAnchorElement).href).searchParams.get('photos')).toBe(ids.material);
});

test('photos of which none can be swapped lead to others, not to a face and a price', () => {
  const problem = 'No face was found in it.';
  const photos = photosStep.photos.map((photo) => ({ ...photo, persons: [], state: 'unusable' as const, problem }));
  show(PhotosStep, { ...photosStep, photos });
  expect(screen.getByRole('status').textContent).toContain('None of these photos can be swapped');
  expect(screen.getByRole('link', { name: 'Choose other photos' }).getAttribute('href')).toBe('/face-swap');
  expect(screen.queryByText('Whose face?')).toBeNull();
  expect(screen.queryByRole('button', { name: /^Swap|Choose/ })).toBeNull();
});

test('a running batch shows a state for each photo and can be cancelled', () => {
  const batch = exampleOf('batch_create');
  const [first, last] = batch.orders;
  show(BatchStep, { step: 'batch', batch: { ...batch, orders: [{ ...first!, status: 'running' }, last!] } });
  expect(screen.getByText('1 swapping, 1 waiting')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Cancel the waiting' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: /zip/ })).toBeNull();
});

test('an ended batch offers the zip of its results and the way to repeat the others', () => {
  const batch = calls.batch_cancel.output.parse(calls.batch_cancel.examples[0].output);
  show(BatchStep, { step: 'batch', batch });
  expect(screen.getByRole('heading', { name: '1 of 2 done' })).toBeTruthy();
  expect(screen.getByText(/1 credit charged, 1 credit returned/)).toBeTruthy();
  expect(screen.getByText(/The files stay for 7 days/)).toBeTruthy();
  const zip = screen.getByRole('button', { name: 'Download all (zip)' }).closest('form')!;
  expect(new FormData(zip).getAll('id')).toEqual([ids.order]);
  const again = screen.getByRole('link', { name: 'Try the missing one again' }) as HTMLAnchorElement;
  expect(Object.fromEntries(new URL(again.href).searchParams)).toEqual({
    photos: ids.secondMaterial,
    'person.1': 'p2',
    face: ids.face,
    quality: 'mesh',
  });
});

test('another face for the same photos goes on the persons who were chosen', () => {
  const batch = calls.batch_result.output.parse(calls.batch_result.examples[0].output);
  const orders = batch.orders.map((order) => ({ ...order, status: 'succeeded' as const }));
  show(BatchStep, { step: 'batch', batch: { ...batch, status: 'ended', orders } });
  const again = screen.getByRole('link', { name: 'Same photos, another face' }) as HTMLAnchorElement;
  expect(Object.fromEntries(new URL(again.href).searchParams)).toMatchObject({
    photos: `${ids.material}.${ids.secondMaterial}`,
    'person.1': 'p1',
    'person.2': 'p2',
  });
});
