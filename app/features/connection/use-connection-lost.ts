import { useSyncExternalStore } from 'react';

import { isConnectionLost, onConnectionChange } from './lost-requests.client';

/** Whether requests wait for the network. */
export const useConnectionLost = (): boolean => useSyncExternalStore(onConnectionChange, isConnectionLost, () => false);
