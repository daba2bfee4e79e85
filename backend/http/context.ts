import type { AppContext, IdempotentContext } from '#backend/domain/context';

export type AnonymousContext = AppContext;

export interface AuthenticatedContext extends AppContext, IdempotentContext {
  accountId: string;
  token: string;
  /** Of a call that runs outside a transaction. */
  key?: string | undefined;
}
