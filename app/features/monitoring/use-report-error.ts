import { useEffect } from 'react';

import { monitor } from './monitor';

/** Message of errors that the server has already logged and reported. */
const serverErrorMessage = 'Unexpected Server Error';

/** Logs and reports an error that the error boundary caught. */
export function useReportError(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof Error) || error.message === serverErrorMessage) return;
    console.error(`Runtime Error: ${error.message}`);
    monitor.record({ type: 'error', error });
  }, [error]);
}
