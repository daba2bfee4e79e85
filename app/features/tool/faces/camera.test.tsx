import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';

import { CameraButton } from './camera-button';

/** jsdom has no camera. */
function withCamera(getUserMedia?: () => Promise<unknown>) {
  vi.stubGlobal('navigator', Object.create(navigator, { mediaDevices: { value: getUserMedia && { getUserMedia } } }));
}

const streamOf = (stop: () => void) => ({ getTracks: () => [{ stop }] });
const show = () => render(<CameraButton onTake={() => {}} />);
const open = () => userEvent.click(screen.getByRole('button', { name: 'Use the camera' }));

test('without a camera in the browser, none is offered', () => {
  withCamera();
  show();
  expect(screen.queryByRole('button')).toBeNull();
});

test.each([
  ['NotAllowedError', /may not use the camera/],
  ['NotFoundError', /No camera was found/],
  ['NotReadableError', /in use by another program/],
  ['OverconstrainedError', /could not be started/],
])('%s is explained, and can be tried again', async (name, words) => {
  const stop = vi.fn();
  const getUserMedia = vi
    .fn()
    .mockRejectedValueOnce(new DOMException('No.', name))
    .mockResolvedValueOnce(streamOf(stop));
  withCamera(getUserMedia);
  show();
  await open();
  expect((await screen.findByRole('alert')).textContent).toMatch(words);
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('Starting the camera…');
  expect(screen.queryByRole('alert')).toBeNull();
  expect(getUserMedia).toHaveBeenCalledTimes(2);
});

test('the camera is off once it is closed, also if it starts only then', async () => {
  const stop = vi.fn();
  let give: (stream: unknown) => void = () => {};
  const getUserMedia = vi
    .fn()
    .mockResolvedValueOnce(streamOf(stop))
    .mockReturnValueOnce(new Promise((resolve) => (give = resolve)));
  withCamera(getUserMedia);
  show();
  await open();
  await screen.findByLabelText('Live picture of the camera');
  await userEvent.click(screen.getByRole('button', { name: 'Close the camera' }));
  expect(stop).toHaveBeenCalledTimes(1);
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Use the camera' }));

  await open();
  await screen.findByText('Starting the camera…');
  await userEvent.click(screen.getByRole('button', { name: 'Close the camera' }));
  give(streamOf(stop));
  await vi.waitFor(() => expect(stop).toHaveBeenCalledTimes(2));
});

test('the next photo can be taken only once the camera shows a picture again', async () => {
  withCamera(async () => streamOf(() => {}));
  const canvas = HTMLCanvasElement.prototype;
  vi.spyOn(canvas, 'getContext').mockReturnValue({ drawImage: () => {} } as never);
  vi.spyOn(canvas, 'toBlob').mockImplementation((done) => done(new Blob(['photo'])));
  vi.stubGlobal(
    'URL',
    class extends URL {
      static override createObjectURL = () => 'blob:photo';
      static override revokeObjectURL = () => {};
    },
  );
  show();
  await open();
  fireEvent.playing(await screen.findByLabelText('Live picture of the camera'));
  await userEvent.click(screen.getByRole('button', { name: 'Take the photo' }));
  await userEvent.click(await screen.findByRole('button', { name: 'Take another' }));
  const take = screen.getByRole<HTMLButtonElement>('button', { name: 'Take the photo' });
  expect(take.disabled).toBe(true);
  fireEvent.playing(screen.getByLabelText('Live picture of the camera'));
  expect(take.disabled).toBe(false);
  expect(document.activeElement).toBe(take);
});
