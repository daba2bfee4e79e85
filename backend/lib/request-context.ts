import { AsyncLocalStorage } from 'node:async_hooks';

/** Jobs carry the id of their request. */
const context = new AsyncLocalStorage<{ requestId: string }>();

export const inRequest = <T>(requestId: string, work: () => T): T => context.run({ requestId }, work);

export const currentRequest = (): { requestId?: string } => context.getStore() ?? {};
