import { useEffect } from 'react';

import { useRootData } from '~/lib/root-data';

/** After logout: the next user of a shared browser must not find files or their names. */
export function useForgetFiles(): void {
  const hasLoggedOut = useRootData()?.hasLoggedOut ?? false;
  useEffect(() => {
    if (!hasLoggedOut) return;
    void import('./upload-code.client').then(({ forgetFiles }) => forgetFiles()).catch(() => {}); // the code is gone
  }, [hasLoggedOut]);
}
