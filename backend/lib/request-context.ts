import { AsyncLocalStorage } from 'node:async_hooks';

/** The current request. Jobs carry its id, so one id finds every related log line. */
const context = new AsyncLocalStorage<{ requestId: string }>();

export const inRequest = <T>(requestId: string, work: () => T): T => context.run({ requestId }, work);

export const currentRequest = (): { requestId?: string } => context.getStore() ?? {};
