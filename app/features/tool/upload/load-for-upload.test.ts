import { expect, test, vi } from 'vitest';

import { loadForUpload } from './load-for-upload';

vi.mock('~/features/connection/load-code', () => ({
  loadCode: () => Promise.reject(new TypeError('Failed to fetch dynamically imported module')),
}));

test('code that the server no longer has gives a message for the user', async () => {
  await expect(loadForUpload(() => Promise.resolve('code'))).rejects.toThrow(/^The upload could not start\./);
});
