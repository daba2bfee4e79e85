import { createRemixStub } from '@remix-run/testing';
import { act, render, renderHook, screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';

import { paths } from '~/lib/paths';

import { SeveralPhotos } from './several/several-photos';
import { usePendingUpload } from './use-pending-upload';

const held = new Set<string>();

beforeEach(() => {
  held.clear();
  let count = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${++count}`;
    held.add(url);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation((url) => void held.delete(url));
  // jsdom has none.
  vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600, close: () => {} }));
});

const photo = (name: string) => new File(['\xff\xd8\xff'], name, { type: 'image/jpeg' });

test('the pictures of several chosen photos are released when the list is left', async () => {
  const first = [photo('ada.jpg'), photo('bo.jpg')];
  const list = <SeveralPhotos first={first} isLoggedIn={false} onLeave={() => {}} onOne={() => {}} />;
  const Stub = createRemixStub([{ path: paths.faceSwap(), Component: () => list }]);
  const { unmount } = render(<Stub initialEntries={[paths.faceSwap()]} />);
  await waitFor(() => expect(screen.getAllByText('Ready')).toHaveLength(2));
  expect(held.size).toBe(2);
  unmount();
  expect(held.size).toBe(0);
});

test('the picture of a visitor’s file is released with the next one, and when the page is left', async () => {
  const { result, unmount } = renderHook(() => usePendingUpload());
  await act(() => result.current.save(photo('ada.jpg')));
  await act(() => result.current.save(photo('bo.jpg')));
  expect(result.current.pending).toMatchObject({ name: 'bo.jpg', preview: 'blob:2' });
  expect([...held]).toEqual(['blob:2']);
  unmount();
  expect(held.size).toBe(0);
});
