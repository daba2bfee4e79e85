import { createRemixStub } from '@remix-run/testing';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { UploadStep } from './upload-step';

/** The files that are sent after login. */
let kept: File[] = [];
/** Of the uploads that have begun. */
let signals: AbortSignal[] = [];

// This environment has neither a decoder nor IndexedDB.
vi.mock('./load-upload-code', () => ({
  loadUploadCode: async () => ({
    checkMedia: async ({ name }: File) => (name.startsWith('damaged') ? { message: 'This picture is damaged.' } : null),
    savePendingUploads: async (files: File[]) => {
      kept = files;
      return true;
    },
    takePendingUploads: async () => kept.splice(0),
    unfinishedUploads: () => [],
    sendMedia: (file: File, { signal, onProgress }: { signal: AbortSignal; onProgress: (sending: object) => void }) => {
      signals.push(signal);
      onProgress({ state: 'sending', name: file.name, sentBytes: 1, totalBytes: 2, phase: 'sending', control: null });
      return new Promise(() => {});
    },
  }),
}));

class UrlWithObjects extends URL {
  static override createObjectURL = () => 'blob:photo';
  static override revokeObjectURL = () => {};
}

beforeEach(() => {
  kept = [];
  signals = [];
  vi.stubGlobal('URL', UrlWithObjects);
});

async function choose(names: string[], isLoggedIn: boolean) {
  const Page = createRemixStub([
    { id: 'root', path: '/face-swap-photo', Component: () => <UploadStep step="upload" isLoggedIn={isLoggedIn} /> },
  ]);
  const loaderData = { root: { site: { retentionDays: 7 } } };
  const page = render(<Page initialEntries={['/face-swap-photo']} hydrationData={{ loaderData }} />);
  const files = names.map((name) => new File(['a photo'], name, { type: 'image/jpeg' }));
  await userEvent.upload(screen.getByLabelText(/^Choose a photo/), files);
  return page;
}

async function visitorChooses(...names: string[]) {
  await choose(names, false);
  await screen.findByText(/Log in and they go on from here/);
}

/** When all uploads have begun. */
async function userChooses(...names: string[]) {
  const page = await choose(names, true);
  await waitFor(() => expect(signals).toHaveLength(names.length));
  return page;
}

const reasons = () =>
  signals.map(({ reason }: { reason: unknown }) => (reason instanceof Error ? reason.name : reason));

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

test('an upload is deleted when it is cancelled, and can be continued when the page is left', async () => {
  await userChooses('one.jpg');
  await press('Cancel the upload');
  expect(reasons()).toEqual(['AbortError']);
  cleanup();
  signals = [];
  const { unmount } = await userChooses('one.jpg');
  unmount();
  expect(reasons()).toEqual(['left']);
});

test('several uploads are deleted when others are chosen, and can be continued when the page is left', async () => {
  await userChooses('one.jpg', 'two.jpg');
  await press('Choose others');
  expect(reasons()).toEqual(['AbortError', 'AbortError']);
  cleanup();
  signals = [];
  const { unmount } = await userChooses('one.jpg', 'two.jpg');
  await press('Remove one.jpg');
  unmount();
  expect(reasons()).toEqual(['AbortError', 'left']);
});
