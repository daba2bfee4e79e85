import type { AppContext, IdempotentContext } from '#backend/domain/context';

export type AnonymousContext = AppContext;

/** Dependencies of a handler that requires authentication. */
export interface AuthenticatedContext extends AppContext, IdempotentContext {
  accountId: string;
  /** The token of the request. */
  token: string;
  /** The Idempotency-Key of a call that runs outside a transaction. */
  key?: string | undefined;
}
