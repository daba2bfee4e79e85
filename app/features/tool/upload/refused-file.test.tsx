import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { checkPhoto } from './check-photo.client';
import { RefusedFile } from './refused-file';

const drawImage = vi.fn();

/** jsdom neither decodes nor draws. */
async function refusedPhoto(encoded: Blob | null) {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 3024, height: 4032, close: () => {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => done(encoded));
  const refusal = await checkPhoto(new File([new Uint8Array([0xff, 0xd8, 0xff])], 'IMG_0412.JPG', { lastModified: 7 }));
  const onCopy = vi.fn<(copy: File) => void>();
  const page = render(<RefusedFile refusal={refusal} onCopy={onCopy} />);
  return { ...page, onCopy, press: () => userEvent.click(screen.getByRole('button', { name: 'Use a smaller copy' })) };
}

test('a smaller copy has the longest allowed side and keeps the name', async () => {
  const { onCopy, press } = await refusedPhoto(new Blob(['small'], { type: 'image/jpeg' }));
  await press();
  expect(drawImage.mock.lastCall?.slice(1)).toEqual([0, 0, 3000, 4000]);
  expect(onCopy.mock.lastCall![0]).toMatchObject({
    name: 'IMG_0412.JPG',
    type: 'image/jpeg',
    size: 5,
    lastModified: 7,
  });
});

test('a smaller copy that the browser cannot make leaves another way', async () => {
  const { onCopy, press } = await refusedPhoto(null);
  await press();
  await screen.findByText(/^This browser could not make a smaller copy\. Make the photo smaller/);
  expect(screen.queryByRole('button')).toBeNull();
  expect(onCopy).not.toHaveBeenCalled();
});

test('a smaller copy that is ready after another file was chosen is not used', async () => {
  let end = (_copy: File) => {};
  const refusal = { message: 'Too large.', makeSmallerCopy: () => new Promise<File>((resolve) => (end = resolve)) };
  const onCopy = vi.fn<(copy: File) => void>();
  const { rerender } = render(<RefusedFile refusal={refusal} onCopy={onCopy} />);
  await userEvent.click(screen.getByRole('button', { name: 'Use a smaller copy' }));
  rerender(<RefusedFile refusal={{ ...refusal }} onCopy={onCopy} />);
  end(new File(['small'], 'late.jpg'));
  await new Promise(setImmediate);
  expect(onCopy).not.toHaveBeenCalled();
  expect(screen.getByRole('button').getAttribute('aria-busy')).toBeNull();
});
