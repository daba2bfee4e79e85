import { act, renderHook, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';

import { usePhotoList } from './use-photo-list';

const photo = (name: string) => new File(['\xff\xd8\xff'], name, { type: 'image/jpeg' });

test('a photo that is added just as another one has arrived leaves that one as it is', async () => {
  vi.stubGlobal('createImageBitmap', async () => ({ width: 800, height: 600, close: () => {} }));
  const first = [photo('a.jpg')];
  const { result } = renderHook(() => usePhotoList(first, 'waiting'));
  const states = () => result.current.photos.map(({ state }) => state);
  await waitFor(() => expect(states()).toEqual(['waiting']));
  act(() => {
    result.current.change(0, { state: 'sent' });
    result.current.add([photo('b.jpg')]);
  });
  await waitFor(() => expect(states()).toEqual(['sent', 'waiting']));
});
