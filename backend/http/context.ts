import type { AppContext, IdempotentContext } from '#backend/domain/context';

export type AnonymousContext = AppContext;

export interface AuthenticatedContext extends AppContext, IdempotentContext {
  accountId: string;
  token: string;
  key?: string | undefined;
}
