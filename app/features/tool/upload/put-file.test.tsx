import { http, HttpResponse } from 'msw';
import { expect, test } from 'vitest';

import { network } from '#tests/support/network';

import { putFile } from './put-file.client';

test('a file that can no longer be read is no lost connection: the user is asked to choose it again', async () => {
  network.use(http.put('*/upload', () => HttpResponse.error()));
  const file = Object.assign(new File(['a photo'], 'a.jpg'), {
    slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('', 'NotReadableError')) }),
  });
  const upload = { url: 'http://localhost/upload', method: 'PUT', headers: {} } as Parameters<typeof putFile>[1];
  const options = { signal: AbortSignal.timeout(5_000), onChange: () => {}, onSent: () => {} };
  await expect(putFile(file, upload, options)).rejects.toThrow(/can no longer be read.*choose it again/);
});
