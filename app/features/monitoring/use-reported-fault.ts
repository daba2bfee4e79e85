import { useEffect } from 'react';

import { monitor } from './monitor';

/** What the server tells of its own faults; those it has logged and reported itself. */
const ofServer = 'Unexpected Server Error';

/** Logs a fault that ended a page in the browser, and has it reported. */
export function useReportedFault(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof Error) || error.message === ofServer) return;
    console.error(`Runtime Error: ${error.message}`);
    monitor.tell({ type: 'fault', error });
  }, [error]);
}
