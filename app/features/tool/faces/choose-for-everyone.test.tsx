import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { calls } from '#contract';
import { persons } from '#contract/examples';

import { ChooseForEveryone } from './choose-for-everyone';
import { faceOptions } from './face-options';

const [first] = calls.my_faces.examples[0].output.items;
const further = { ...first!, face_id: first!.face_id.replace(/.$/, '8'), name: 'Further' };
const deleted = first!.face_id.replace(/.$/, '9');

function show(otherFaces: number) {
  const chosen: Record<string, string> = {};
  const choose = (person: string, photos: string) => void (chosen[person] = photos);
  render(<ChooseForEveryone {...{ persons, otherFaces, choose }} faces={faceOptions([first!])} choices={{}} />);
  fireEvent.click(screen.getByRole('button', { name: 'Choose for all' }));
  return chosen;
}

test('recent faces that the page has not loaded come first, too; deleted ones are left out', async () => {
  localStorage.setItem('choices', JSON.stringify([['m0', { p1: deleted, p2: further.face_id }]]));
  const ask = vi.fn(async (_href: string) => Response.json({ faces: [first, further] }));
  vi.stubGlobal('fetch', ask);
  const chosen = show(1);
  await waitFor(() => expect(chosen).toEqual({ p1: further.face_id, p2: first!.face_id }));
  expect(ask.mock.calls[0]![0]).toBe(`/resources/faces?named=${deleted}.${further.face_id}`);
});

test('a library that is loaded completely is not asked for recent faces', async () => {
  localStorage.setItem('choices', JSON.stringify([['m0', { p1: deleted }]]));
  const ask = vi.fn(async () => Response.json({}));
  vi.stubGlobal('fetch', ask);
  const chosen = show(0);
  await waitFor(() => expect(chosen).toMatchObject({ p1: first!.face_id }));
  expect(ask).not.toHaveBeenCalled();
});
