import { Link } from '@remix-run/react';
import { createRemixStub } from '@remix-run/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { takeHandoffFiles } from '~/features/tool/upload/handoff-files';
import { paths } from '~/lib/paths';

import { DropBar } from './drop-bar';

/** Each picture waits until the test lets the browser decode it. */
function show() {
  const decoders = new Map<string, () => void>();
  const picture = { width: 800, height: 600, close: () => {} };
  vi.stubGlobal(
    'createImageBitmap',
    ({ name }: File) => new Promise((resolve) => decoders.set(name, () => resolve(picture))),
  );
  const Home = () => (
    <>
      <DropBar />
      <Link to="/pricing">Pricing</Link>
    </>
  );
  const Stub = createRemixStub([
    { path: '/', Component: Home },
    { path: '/pricing', Component: () => <h1>Prices</h1> },
    { path: paths.tool('photo'), Component: () => <h1>Tool</h1> },
    { path: paths.faceSwap(), Component: () => <h1>Tool for any file</h1> },
  ]);
  render(<Stub />);
  return {
    choose: async (name: string) => {
      const files = [new File(['\xff\xd8\xff'], name)];
      fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files } });
      await vi.waitFor(() => expect(decoders.has(name)).toBe(true));
    },
    decode: async (name: string) => {
      decoders.get(name)!();
      await new Promise(setImmediate);
    },
  };
}

const handedOver = () => takeHandoffFiles().map(({ name }) => name);

/** Another test may have left some. */
beforeEach(() => void takeHandoffFiles());

test('a file that is still checked when the visitor leaves is dropped', async () => {
  const { choose, decode } = show();
  await choose('ada.jpg');
  fireEvent.click(screen.getByText('Pricing'));
  await screen.findByText('Prices');
  await decode('ada.jpg');
  expect(screen.getByText('Prices')).toBeTruthy();
  expect(handedOver()).toEqual([]);
});

test('of two files the later one is opened, whichever is checked first', async () => {
  const { choose, decode } = show();
  await choose('first.jpg');
  await choose('second.jpg');
  await decode('first.jpg');
  expect(screen.queryByText('Tool')).toBeNull();
  await decode('second.jpg');
  await screen.findByText('Tool');
  expect(handedOver()).toEqual(['second.jpg']);
});

test('a photo with too many pixels is opened as a smaller copy', async () => {
  show();
  let width = 4032;
  vi.stubGlobal('createImageBitmap', async () => ({ width, height: 3000, close: () => {} }));
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue({ drawImage: () => {} } as never);
  vi.spyOn(HTMLCanvasElement.prototype, 'toBlob').mockImplementation((done) => {
    width = 4000;
    done(new Blob(['small']));
  });
  const files = [new File([new Uint8Array([0xff, 0xd8, 0xff])], 'huge.jpg')];
  fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files } });
  fireEvent.click(await screen.findByRole('button', { name: 'Use a smaller copy' }));
  await screen.findByText('Tool');
  expect(handedOver()).toEqual(['huge.jpg']);
});

test('several files are opened together', async () => {
  show();
  const files = ['one.jpg', 'two.jpg'].map((name) => new File(['\xff\xd8\xff'], name));
  fireEvent.change(await screen.findByLabelText('Choose a file'), { target: { files } });
  await screen.findByText('Tool for any file');
  expect(handedOver()).toEqual(['one.jpg', 'two.jpg']);
});
