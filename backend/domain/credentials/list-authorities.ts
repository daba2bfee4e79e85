import type { Output } from '#contract';
import type { AppContext } from '#backend/domain/context';
import { consumeRateLimit, limits, networkKey } from '#backend/domain/limits';

/** Also counts the files that visitors without script send to be checked. */
export async function listAuthorities(deps: AppContext): Promise<Output<'content_authorities'>> {
  await consumeRateLimit(deps, limits.checkFromAddress, networkKey(deps), (wait) => `Too many checks. Wait ${wait}.`);
  return { certificates: deps.contentAuthorities };
}
