import { expect, test, vi } from 'vitest';

import { StorageFull } from '#backend/providers/storage/port';
import { readMultipart } from './multipart';

vi.mock('#http/temp-file', () => ({
  saveTempFile: () => Promise.reject(Object.assign(new Error('no space left on device, write'), { code: 'ENOSPC' })),
}));

test('a disk that fills while a form arrives counts as full storage', async () => {
  const body = new FormData();
  body.set('photo', new Blob(['bytes'], { type: 'image/jpeg' }), 'face.jpg');
  const request = new Request('http://site.example/upload/face', { method: 'POST', body });
  await expect(readMultipart(request, 1000)).rejects.toBeInstanceOf(StorageFull);
});
