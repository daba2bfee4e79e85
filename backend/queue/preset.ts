/**
 * The queue writes the end of a job without waiting for it. With a delay, even none, it waits for these writes before
 * it stops, and a write that fails is the event `pool:fatalError` instead of a rejection that nobody handles.
 */
export const queuePreset = { worker: { completeJobBatchDelay: 0, failJobBatchDelay: 0 } };
