import { useEffect, useState } from 'react';

import { Button } from '~/components/button';
import { Icon } from '~/components/icon';
import { watchForNewBuild } from './build-check.client';

/** Reloading by itself would abort an upload. */
export function UpdateOffer() {
  const [isNewer, setNewer] = useState(false);
  useEffect(() => watchForNewBuild(() => setNewer(true)), []);

  if (!isNewer) return null;
  const reload = async () => {
    try {
      const { activateWaitingWorker } = await import('./service-worker.client');
      await activateWaitingWorker();
    } catch {
      // The reloaded page works with any service worker, or with none.
    }
    location.reload();
  };
  return (
    <div className="snackbar" role="status">
      <Icon name="info" />
      <p className="grow">There is a newer Faceswap. Reload when it suits you.</p>
      <Button look="second" size="small" onClick={() => void reload()}>
        Reload
      </Button>
      <Button look="ghost" size="small" icon aria-label="Not now" onClick={() => setNewer(false)}>
        <Icon name="close" />
      </Button>
    </div>
  );
}
