import { createRemixStub } from '@remix-run/testing';
import { fireEvent, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { MAX_PICTURE_BYTES } from '#shared/credentials/read-limits';
import { VerifyForm } from '~/features/verify/verify-form';

function show() {
  vi.stubGlobal('isSecureContext', true);
  const Stub = createRemixStub([{ path: '/', Component: () => <VerifyForm authorities={[]} answer={undefined} /> }]);
  render(<Stub />);
  return (file: File) => {
    // jsdom lacks files that a test chooses in its FormData.
    vi.stubGlobal(
      'FormData',
      class extends Map<string, unknown> {
        constructor() {
          super([['photo', file]]);
        }
      },
    );
    fireEvent.change(screen.getByLabelText('Photo or video'), { target: { files: [file] } });
  };
}

/** Of this size, without its bytes. */
function picture(size: number, slice: File['slice']): File {
  const file = new File(['x'], 'ada.png', { type: 'image/png' });
  return Object.defineProperties(file, { size: { value: size }, slice: { value: slice } });
}

test('a file that the device cannot read is said to be that, and the form can be used again', async () => {
  const choose = show();
  const removed = new Blob();
  removed.arrayBuffer = () => Promise.reject(new DOMException('It was moved.', 'NotReadableError'));
  choose(picture(40, () => removed));
  expect(await screen.findByText(/Your device could not read this file/)).toBeTruthy();
  expect(screen.queryByText('Checking the file …')).toBeNull();
  choose(picture(MAX_PICTURE_BYTES + 1, () => new Blob(['PNG.'])));
  expect(await screen.findByText('Too large to be checked')).toBeTruthy();
  expect(screen.queryByText(/Your device could not read/)).toBeNull();
});

test('of two files only the later one is spoken of, whichever is checked first', async () => {
  const choose = show();
  const slow = new Blob();
  const fail: (() => void)[] = [];
  slow.arrayBuffer = () => new Promise((_, reject) => fail.push(() => reject(new DOMException('It was moved.'))));
  const chooseSlow = async () => {
    const begun = fail.length;
    choose(picture(40, () => slow));
    await vi.waitFor(() => expect(fail.length).toBeGreaterThan(begun));
  };
  await chooseSlow();
  choose(picture(MAX_PICTURE_BYTES + 1, () => new Blob(['PNG.'])));
  expect(await screen.findByText('Too large to be checked')).toBeTruthy();
  fail[0]!();
  await new Promise(setImmediate);
  expect(screen.getByText('Too large to be checked')).toBeTruthy();

  await chooseSlow();
  await chooseSlow();
  fail[1]!();
  await new Promise(setImmediate);
  expect(screen.getByText('Checking the file …')).toBeTruthy();
  fail[2]!();
  expect(await screen.findByText(/Your device could not read this file/)).toBeTruthy();
  expect(screen.queryByText('Checking the file …')).toBeNull();
});
