import { useEffect } from 'react';

import { monitor } from './monitor';

/** What the server tells of its own faults; those it has logged and reported itself. */
const serverErrorMessage = 'Unexpected Server Error';

/** Logs a fault that ended a page in the browser, and has it reported. */
export function useReportError(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof Error) || error.message === serverErrorMessage) return;
    console.error(`Runtime Error: ${error.message}`);
    monitor.record({ type: 'error', error });
  }, [error]);
}
