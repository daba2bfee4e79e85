import { createRemixStub } from '@remix-run/testing';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { UploadStep } from './upload-step';

/** The files that are sent after login. */
let kept: File[] = [];

// This environment has neither a decoder nor IndexedDB.
vi.mock('./load-upload-code', () => ({
  loadUploadCode: async () => ({
    checkMedia: async ({ name }: File) => (name.startsWith('damaged') ? { message: 'This picture is damaged.' } : null),
    savePendingUploads: async (files: File[]) => {
      kept = files;
      return true;
    },
    takePendingUploads: async () => kept.splice(0),
  }),
}));

class UrlWithObjects extends URL {
  static override createObjectURL = () => 'blob:photo';
  static override revokeObjectURL = () => {};
}

beforeEach(() => {
  kept = [];
  vi.stubGlobal('URL', UrlWithObjects);
});

const Page = createRemixStub([
  { id: 'root', path: '/face-swap-photo', Component: () => <UploadStep step="upload" isLoggedIn={false} /> },
]);

async function visitorChooses(...names: string[]) {
  const loaderData = { root: { site: { retentionDays: 7 } } };
  render(<Page initialEntries={['/face-swap-photo']} hydrationData={{ loaderData }} />);
  const files = names.map((name) => new File(['a photo'], name, { type: 'image/jpeg' }));
  await userEvent.upload(screen.getByLabelText(/^Choose a photo/), files);
  await screen.findByText(/Log in and they go on from here/);
}

const keptNames = () => kept.map(({ name }) => name);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

test('several photos wait for login until the visitor chooses others', async () => {
  await visitorChooses('one.jpg', 'two.jpg');
  expect(keptNames()).toEqual(['one.jpg', 'two.jpg']);
  await press('Remove one.jpg');
  await waitFor(() => expect(keptNames()).toEqual(['two.jpg']));
  await press('Choose others');
  await waitFor(() => expect(keptNames()).toEqual([]));
});

test('no photo waits for login once the last one is removed', async () => {
  await visitorChooses('one.jpg', 'two.jpg');
  await press('Remove one.jpg');
  await press('Remove two.jpg');
  await waitFor(() => expect(keptNames()).toEqual([]));
});

test('no photo waits for login once the last usable one is removed', async () => {
  await visitorChooses('one.jpg', 'damaged.jpg');
  expect(keptNames()).toEqual(['one.jpg']);
  await press('Remove one.jpg');
  await waitFor(() => expect(keptNames()).toEqual([]));
  expect(screen.queryByText(/Log in and they go on from here/)).toBeNull();
});
