import { createRemixStub } from '@remix-run/testing';
import { render, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';

import { saveUnfinishedUpload, unfinishedUploads } from './unfinished-uploads.client';
import type { SignedUpload } from './upload-types';
import { useForgetFiles } from './use-forget-files';

const signed = {
  material_id: 'm1',
  upload: { protocol: 'tus', url: '/upload/1', method: 'POST', headers: {}, expires_at: '2999-01-01T00:00:00.000Z' },
} as SignedUpload;

function open(hasLoggedOut: boolean) {
  const Page = createRemixStub([{ id: 'root', path: '/', Component: () => void useForgetFiles() }]);
  render(<Page hydrationData={{ loaderData: { root: { hasLoggedOut } } }} />);
}

test('the names of interrupted uploads stay for their user, and leave the browser at logout', async () => {
  saveUnfinishedUpload(new File(['a file'], 'our wedding.mp4'), signed);
  open(false);
  await new Promise(setImmediate);
  expect(unfinishedUploads()).toHaveLength(1);
  open(true);
  await waitFor(() => expect(localStorage.getItem('unfinished-uploads')).toBe('[]'));
});
