import { AppError } from '../domain/app-error';
import type { Deps } from '../domain/context';
import { accountOfToken } from '../domain/account/tokens';

/** The account of the bearer token in a header; without one, `unauthenticated`. */
export async function authenticate(
  deps: Deps,
  header: string | undefined,
): Promise<{ accountId: string; token: string }> {
  const token = /^Bearer ([\w-]{1,200})$/i.exec(header ?? '')?.[1];
  if (!token) throw new AppError('unauthenticated');
  return { accountId: await accountOfToken(deps, token), token };
}
