/**
 * Gives a job a signal of its own that follows the worker's until the job ends. On Node 20 and 22, a signal keeps a part of
 * each result of `AbortSignal.any` with it for as long as it lives: up to 200 bytes, of several in each job.
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
