import { useRouteLoaderData } from '@remix-run/react';
import { useEffect } from 'react';

import type { loader } from '~/root';

/** After logout: the next user of a shared browser must not find files or their names. */
export function useForgetFiles(): void {
  const hasLoggedOut = useRouteLoaderData<typeof loader>('root')?.hasLoggedOut ?? false;
  useEffect(() => {
    if (!hasLoggedOut) return;
    void import('./upload-code.client').then(({ forgetFiles }) => forgetFiles()).catch(() => {}); // the code is gone
  }, [hasLoggedOut]);
}
