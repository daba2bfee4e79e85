import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { face } from '#contract/examples';

import { unreadableMessage } from '~/lib/readable-file';

import { FacePhotos } from './face-photos';

/** Chooses a further photo. @returns what is sent */
async function choose(photo: File): Promise<unknown[]> {
  const sent: unknown[] = [];
  const Form = (props: object) => (
    <form
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        sent.push(new FormData(event.currentTarget).get('photo'));
      }}
    />
  );
  const Page = createRemixStub([{ path: '/', Component: () => <FacePhotos face={face} Form={Form} /> }]);
  render(<Page />);
  await userEvent.upload(field(), photo);
  return sent;
}

const field = () => screen.getByLabelText<HTMLInputElement>('Another photo of the same person');

test('a further photo is sent when it is chosen, and its field is empty for the same file', async () => {
  const photo = new File(['a photo'], 'a.jpg', { type: 'image/jpeg' });
  const sent = await choose(photo);
  await expect.poll(() => sent).toEqual([photo]);
  expect(field().files).toHaveLength(0);
});

test('a further photo that can no longer be read is not sent, and the page says so', async () => {
  const deleted = new File(['a photo'], 'a.jpg', { type: 'image/jpeg' });
  deleted.slice = () => {
    throw new DOMException('', 'NotFoundError');
  };
  const sent = await choose(deleted);
  expect(await screen.findByText(unreadableMessage)).toBeTruthy();
  expect(sent).toEqual([]);
});
