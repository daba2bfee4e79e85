/**
 * Calls `work` with a signal that aborts when the worker's does. With Node 20 and 22, each call of `AbortSignal.any` leaves up
 * to 200 bytes at its source, until that is freed: the source is the job's signal here, and not the worker's, which lives
 * as long as the process.
 */
export async function withOwnSignal<T>(workers: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort(workers.reason);
  if (workers.aborted) abort();
  workers.addEventListener('abort', abort);
  try {
    return await work(own.signal);
  } finally {
    workers.removeEventListener('abort', abort);
  }
}
