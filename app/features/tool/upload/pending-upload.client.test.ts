import { expect, test, vi } from 'vitest';

import { savePendingUploads } from './pending-upload.client';

/** As in Chromium: a put succeeds, and the files are written to the disk when the transaction ends. */
function stubDatabase(end: 'oncomplete' | 'onabort') {
  const succeed = (result?: object) => {
    const request = { result, onsuccess: () => {} };
    queueMicrotask(() => request.onsuccess());
    return request;
  };
  const transaction = { oncomplete: () => {}, onabort: () => {}, objectStore: () => store };
  const put = () => {
    setImmediate(() => transaction[end]());
    return succeed();
  };
  const store = { transaction, put };
  vi.stubGlobal('indexedDB', { open: () => succeed({ transaction: () => transaction, close: () => {} }) });
}

test.each([
  ['oncomplete', true],
  ['onabort', false],
] as const)('files whose transaction ends by %s are kept until login: %s', async (end, isKept) => {
  stubDatabase(end);
  expect(await savePendingUploads([new File(['a photo'], 'a.jpg')])).toBe(isKept);
});
