import { AsyncLocalStorage } from 'node:async_hooks';

/** The request that something is done for. Jobs carry its id on, so that one id finds every line of the log about it. */
const context = new AsyncLocalStorage<{ requestId: string }>();

export const inRequest = <T>(requestId: string, work: () => T): T => context.run({ requestId }, work);

export const currentRequest = (): { requestId?: string } => context.getStore() ?? {};
