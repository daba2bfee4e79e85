import type { Deps, Rememberable } from '#backend/domain/context';

/** What a handler of a call without sign-in is given. */
export type Anonymous = Deps;

/** What a handler of a call with sign-in is given. */
export interface AuthenticatedContext extends Deps, Rememberable {
  accountId: string;
  /** The token the call came with, to end its session by. */
  token: string;
  /** The Idempotency-Key of a call that waits. */
  key?: string | undefined;
}
