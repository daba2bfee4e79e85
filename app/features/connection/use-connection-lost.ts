import { useSyncExternalStore } from 'react';

import { isConnectionLost, onConnectionChange } from './lost-requests.client';

export const useConnectionLost = (): boolean => useSyncExternalStore(onConnectionChange, isConnectionLost, () => false);
