import { fireEvent, render, screen } from '@testing-library/react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';

import { refuseImageType, refuseSize } from '#contract/rules';

import { FaceFields } from './face-fields';

const refused = { fields: { consent: 'Please confirm.' }, values: {} };
const again = 'Choose the photo again: the page could not keep it.';

test('a refused form on a new page asks for the photo again, until one is chosen', async () => {
  expect(renderToString(<FaceFields refused={refused} />)).toContain(again);
  render(<FaceFields refused={refused} />);
  expect(screen.getByText(again)).toBeTruthy();
  const notes = new File(['no photo'], 'notes.txt', { type: 'text/plain' });
  fireEvent.change(screen.getByLabelText('A photo of the face'), { target: { files: [notes] } });
  await screen.findByText(refuseImageType('txt')!.message);
  expect(screen.queryByText(again)).toBeNull();
});

test('a form that is refused on its page keeps the photo', () => {
  const { rerender } = render(<FaceFields />);
  rerender(<FaceFields refused={refused} />);
  expect(screen.getByText('Please confirm.')).toBeTruthy();
  expect(screen.queryByText(again)).toBeNull();
});

test('what is wrong with the photo itself is said instead', () => {
  render(<FaceFields refused={{ fields: { photo: 'No face was found in this photo.' }, values: {} }} />);
  expect(screen.getByText('No face was found in this photo.')).toBeTruthy();
  expect(screen.queryByText(again)).toBeNull();
});

test('a photo that is saved again under its name and chosen again is checked again', async () => {
  render(<FaceFields />);
  const field = screen.getByLabelText('A photo of the face');
  fireEvent.change(field, { target: { files: [new File([], 'a.jpg', { type: 'image/jpeg' })] } });
  const empty = refuseSize(0)!.message;
  await screen.findByText(empty);
  fireEvent(field, new Event('cancel', { bubbles: true })); // nothing was chosen
  expect(screen.getByText(empty)).toBeTruthy();
  Object.assign(field, { files: [new File(['no photo'], 'a.txt')] });
  fireEvent(field, new Event('cancel', { bubbles: true })); // what browsers send for the same path
  await screen.findByText(refuseImageType('txt')!.message);
});
