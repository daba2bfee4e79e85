import { Link, Outlet } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { cleanup, createEvent, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';

import { freshStart } from '~/lib/fresh-start';

import { setHandoffFiles } from './handoff-files';
import { SentPreview } from './sent-preview';
import { UploadStep } from './upload-step';

/** The files that are sent after login. */
let kept: File[] = [];
/** Of the uploads that have begun. */
let signals: AbortSignal[] = [];
/** Names of their files. */
let sent: string[] = [];

let endSlowCheck = () => {};
let slowCheck: Promise<void>;
let endSlowCopy = () => {};
let slowCopy: Promise<void>;

// This environment has neither a decoder nor IndexedDB.
vi.mock('./load-upload-code', () => ({
  loadUploadCode: async () => ({
    checkMedia: async ({ name }: File) => {
      if (name.startsWith('slow')) await slowCheck;
      if (name.startsWith('huge'))
        return { message: 'Too large.', makeSmallerCopy: async () => filesOf(['small.jpg'])[0] };
      return name.startsWith('damaged') ? { message: 'This picture is damaged.' } : null;
    },
    savePendingUploads: async (files: File[]) => {
      kept = files;
      if (files[0]?.name.startsWith('large')) await slowCopy;
      return true;
    },
    takePendingUploads: async () => kept.splice(0),
    unfinishedUploads: () => [],
    sendMedia: (file: File, { signal, onProgress }: { signal: AbortSignal; onProgress: (sending: object) => void }) => {
      signals.push(signal);
      sent.push(file.name);
      if (file.name.startsWith('quick')) return Promise.resolve('m1');
      const progress = { sentBytes: 1, totalBytes: 2, phase: 'sending', control: null };
      onProgress({ state: 'sending', name: file.name, preview: 'blob:photo', ...progress });
      return new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
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
  sent = [];
  slowCheck = new Promise((resolve) => (endSlowCheck = resolve));
  slowCopy = new Promise((resolve) => (endSlowCopy = resolve));
  vi.stubGlobal('URL', UrlWithObjects);
});

/** Browsers know no type of the last one. */
const types: Record<string, string> = { jpg: 'image/jpeg', heic: 'image/heic', mp4: 'video/mp4', mkv: '' };

const filesOf = (names: string[]) =>
  names.map((name) => new File(['a file'], name, { type: types[name.split('.')[1]!] }));

function open(path: string, isLoggedIn: boolean) {
  const Component = () => (
    <>
      <Link to="/face-swap" state={freshStart}>
        Faceswap
      </Link>
      <Link to="/pricing">Pricing</Link>
      <UploadStep step="upload" isLoggedIn={isLoggedIn} />
    </>
  );
  const Pricing = () => (
    <Link to="/face-swap" state={freshStart}>
      Faceswap
    </Link>
  );
  const children = [
    { path: 'pricing', Component: Pricing },
    { path: '*', Component },
  ];
  const Page = createRemixStub([{ id: 'root', path: '/', Component: Outlet, children }]);
  const loaderData = { root: { site: { retentionDays: 7 } } };
  return render(<Page initialEntries={[path]} hydrationData={{ loaderData }} />);
}

async function choose(names: string[], isLoggedIn: boolean, path = '/face-swap-photo') {
  const page = open(path, isLoggedIn);
  await userEvent.upload(screen.getByLabelText(/^Choose a (photo|file)/), filesOf(names));
  return page;
}

/** Whether the page takes the files: otherwise the browser opens them in its place. */
function drop(names: string[]): boolean {
  const event = createEvent.drop(window, { dataTransfer: { types: ['Files'], files: filesOf(names) } });
  fireEvent(window, event);
  return event.defaultPrevented;
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

test.each([[['one.jpg']], [['one.jpg', 'two.jpg']]])('the header’s link clears what is chosen: %j', async (names) => {
  await choose(names, false, '/face-swap');
  await screen.findByText(/Log in and (it goes|they go) on from here/);
  const followLink = () => userEvent.click(screen.getByText('Faceswap'));
  await followLink();
  expect(await screen.findByText(/Your files stay in this browser/)).toBeTruthy();
  await waitFor(() => expect(keptNames()).toEqual([]));
  cleanup();
  await choose(names, true, '/face-swap');
  await waitFor(() => expect(signals).toHaveLength(names.length));
  await followLink();
  expect(await screen.findByText('Or use one of your uploads')).toBeTruthy();
  expect(reasons()).toEqual(names.map(() => 'left'));
});

test('the header’s link on another page clears the file that waits for login', async () => {
  await choose(['one.jpg'], false);
  await screen.findByText('one.jpg is ready');
  await userEvent.click(screen.getByText('Pricing'));
  expect(keptNames()).toEqual(['one.jpg']);
  await userEvent.click(screen.getByText('Faceswap'));
  expect(await screen.findByText(/Your files stay in this browser/)).toBeTruthy();
  await waitFor(() => expect(keptNames()).toEqual([]));
});

test('the next photo is sent as soon as one that is sent is removed', async () => {
  await choose(['one.jpg', 'two.jpg', 'three.jpg'], true);
  await waitFor(() => expect(sent).toEqual(['one.jpg', 'two.jpg']));
  await press('Remove one.jpg');
  await waitFor(() => expect(sent).toEqual(['one.jpg', 'two.jpg', 'three.jpg']));
  expect(reasons()).toEqual(['AbortError', undefined, undefined]);
});

const toolPages = ['/face-swap', '/face-swap-photo', '/face-swap-video'];

test.each(toolPages)('several photos chosen by a visitor at %s wait for login', async (path) => {
  await choose(['one.jpg', 'two.jpg'], false, path);
  await screen.findByText(/Log in and they go on from here/);
  expect(keptNames()).toEqual(['one.jpg', 'two.jpg']);
});

test.each(toolPages)('several photos that waited for login are all sent at %s', async (path) => {
  kept = filesOf(['one.jpg', 'two.jpg']);
  open(path, true);
  await waitFor(() => expect(sent).toEqual(['one.jpg', 'two.jpg']));
  expect(keptNames()).toEqual([]);
});

test('one video of several chosen before login waits for it', async () => {
  await choose(['one.mp4', 'two.mp4'], false, '/face-swap');
  await press('Use only two.mp4');
  await screen.findByText('two.mp4 is ready');
  expect(keptNames()).toEqual(['two.mp4']);
});

test('a video is sent alone when the user prefers it to the photos chosen with it', async () => {
  await choose(['one.jpg', 'two.mp4'], true, '/face-swap');
  await waitFor(() => expect(sent).toEqual(['one.jpg']));
  await press('Use only two.mp4');
  await waitFor(() => expect(sent).toEqual(['one.jpg', 'two.mp4']));
  expect(reasons()).toEqual(['AbortError', undefined]);
});

test('a damaged video among several is not offered alone', async () => {
  await choose(['one.mp4', 'damaged.mp4'], true, '/face-swap');
  await screen.findByText('This picture is damaged.');
  expect(screen.queryByRole('button', { name: 'Use only damaged.mp4' })).toBeNull();
});

test.each([
  { names: ['huge.jpg'], isLoggedIn: false },
  { names: ['one.jpg', 'huge.jpg'], isLoggedIn: false },
  { names: ['huge.jpg'], isLoggedIn: true },
  { names: ['one.jpg', 'huge.jpg'], isLoggedIn: true },
])('of $names, a smaller copy takes the place of the refused one, logged in: $isLoggedIn', async (chosen) => {
  const { names, isLoggedIn } = chosen;
  await choose(names, isLoggedIn);
  await userEvent.click(await screen.findByRole('button', { name: /^Use a smaller copy/ }));
  const used = names.map((name) => name.replace('huge', 'small'));
  await waitFor(() => expect(isLoggedIn ? sent : keptNames()).toEqual(used));
});

test('a file brought from the home page is sent instead of one that waited for login', async () => {
  kept = filesOf(['old.jpg']);
  setHandoffFiles(filesOf(['new.jpg']));
  open('/face-swap', true);
  await waitFor(() => expect(keptNames()).toEqual([]));
  await waitFor(() => expect(sent).toEqual(['new.jpg']));
  expect(reasons()).toEqual([undefined]);
});

test('several files brought from the home page are all sent', async () => {
  setHandoffFiles(filesOf(['one.jpg', 'two.jpg']));
  open('/face-swap', true);
  await waitFor(() => expect(sent).toEqual(['one.jpg', 'two.jpg']));
});

test('a file dropped on a running upload leaves the page and the upload as they are', async () => {
  await userChooses('one.jpg');
  expect(drop(['two.jpg'])).toBe(true);
  expect(sent).toEqual(['one.jpg']);
  expect(reasons()).toEqual([undefined]);
});

test('a file dropped on one that waits for login replaces it', async () => {
  await choose(['one.jpg'], false);
  await screen.findByText('one.jpg is ready');
  expect(drop(['two.jpg'])).toBe(true);
  await screen.findByText('two.jpg is ready');
  expect(keptNames()).toEqual(['two.jpg']);
});

test('of two files chosen before login the later one waits, whichever is checked first', async () => {
  await choose(['slow.jpg'], false);
  await userEvent.upload(screen.getByLabelText(/^Choose a photo/), filesOf(['fast.jpg']));
  await screen.findByText('fast.jpg is ready');
  endSlowCheck();
  await new Promise(setImmediate);
  expect(screen.queryByText('slow.jpg is ready')).toBeNull();
  expect(keptNames()).toEqual(['fast.jpg']);
});

test('a visitor can log in once the browser has copied the file', async () => {
  await choose(['large.jpg'], false);
  await screen.findByText(/keeps a copy/);
  expect(screen.queryByRole('link', { name: 'Log in to go on' })).toBeNull();
  endSlowCopy();
  await screen.findByText('large.jpg is ready');
  expect(screen.getByRole('link', { name: 'Log in to go on' })).toBeTruthy();
});

test('a file that is still checked when the visitor asks for another one does not appear', async () => {
  await choose(['one.jpg'], false);
  await screen.findByText('one.jpg is ready');
  drop(['slow.jpg']);
  await press('Choose another');
  endSlowCheck();
  await new Promise(setImmediate);
  expect(screen.queryByText('slow.jpg is ready')).toBeNull();
  expect(keptNames()).toEqual([]);
});

test('a video is shown as one before login also where the browser does not know its type', async () => {
  await choose(['film.mkv'], false, '/face-swap-video');
  await screen.findByText('film.mkv is ready');
  expect(screen.getByLabelText('film.mkv').tagName).toBe('VIDEO');
});

test.each([true, false])(
  'without script and on touch screens, the page speaks neither of dropping nor of pasting, logged in: %s',
  (isLoggedIn) => {
    open('/face-swap-photo', isLoggedIn);
    for (const part of document.querySelectorAll('.drop .needs-drop')) part.remove();
    const words = document.querySelector('.drop')!.textContent;
    expect(words).toContain('Upload a photo');
    expect(words).not.toMatch(/drop|paste/i);
  },
);

test.each([
  ['before login', false],
  ['while it is sent', true],
])('a photo that the browser cannot show leaves no broken picture %s', async (_when, isLoggedIn) => {
  await choose(['iphone.heic'], isLoggedIn);
  fireEvent.error(await screen.findByRole('img', { name: 'iphone.heic' }));
  expect(screen.queryByRole('img', { name: 'iphone.heic' })).toBeNull();
});

test('the picture of a sent photo stays until the server has one; after a reload, its place is held', async () => {
  await choose(['quick.jpg'], true);
  await waitFor(() => expect(sent).toEqual(['quick.jpg']));
  const preview = (material_id: string) => <SentPreview material={{ material_id, name: 'mine', kind: 'photo' }} />;
  const { rerender, container } = render(preview('m1'));
  expect(screen.getByRole('img', { name: 'mine' }).getAttribute('src')).toBe('blob:photo');
  rerender(preview('m2'));
  expect(screen.queryByRole('img', { name: 'mine' })).toBeNull();
  expect(container.querySelector('.skeleton')).not.toBeNull();
});

test('the focus stays in the list when a file is removed by its button', async () => {
  await visitorChooses('one.jpg', 'two.jpg', 'three.jpg');
  await press('Remove two.jpg');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove three.jpg');
  await press('Remove three.jpg');
  expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove one.jpg');
});
