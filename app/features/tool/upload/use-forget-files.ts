import { useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';

import type { loader } from '~/root';

import { loadUploadCode } from './load-upload-code';

/** After logout: the next user of a shared browser must not find files or their names. */
export function useForgetFiles(): void {
  const hasLoggedOut = useRouteLoaderData<typeof loader>('root')?.hasLoggedOut ?? false;
  useEffect(() => {
    if (!hasLoggedOut) return;
    void loadUploadCode()
      .then(({ forgetFiles }) => forgetFiles())
      .catch(() => {}); // the code cannot be loaded
  }, [hasLoggedOut]);
}
