import { useSyncExternalStore } from 'react';

import { keepPageRequests } from './keep-page-requests.client';
import { isConnectionLost, onConnectionChange } from './lost-requests.client';

keepPageRequests();

/** Shown while requests wait for the network. */
export function ConnectionNotice() {
  const isLost = useSyncExternalStore(onConnectionChange, isConnectionLost);
  return (
    <div className="connection" role="status">
      {isLost ? <p>No connection. Your work stays here; we go on when it is back.</p> : null}
    </div>
  );
}
