import { useEffect } from 'react';

import { monitor } from './monitor';

/** Message of errors that the server has reported. */
const serverErrorMessage = 'Unexpected Server Error';

export function useReportError(error: unknown): void {
  useEffect(() => {
    if (!(error instanceof Error) || error.message === serverErrorMessage) return;
    console.error(`Runtime Error: ${error.message}`);
    monitor.record({ type: 'error', error });
  }, [error]);
}
