import type { AppContext, IdempotentContext } from '#backend/domain/context';

/** What a handler of a call without sign-in is given. */
export type AnonymousContext = AppContext;

/** What a handler of a call with sign-in is given. */
export interface AuthenticatedContext extends AppContext, IdempotentContext {
  accountId: string;
  /** The token the call came with, to end its session by. */
  token: string;
  /** The Idempotency-Key of a call that runs outside a transaction. */
  key?: string | undefined;
}
