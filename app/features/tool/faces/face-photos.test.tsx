import { createRemixStub } from '@remix-run/testing';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';

import { face } from '#contract/examples';

import { FacePhotos } from './face-photos';

test('a further photo is sent when it is chosen, and its field is empty for the same file', async () => {
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
  const field = screen.getByLabelText<HTMLInputElement>('Another photo of the same person');
  const photo = new File(['a photo'], 'a.jpg', { type: 'image/jpeg' });
  await userEvent.upload(field, photo);
  expect(sent).toEqual([photo]);
  expect(field.files).toHaveLength(0);
});
