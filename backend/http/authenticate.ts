import type { Context } from 'hono';
import type { Call } from '#contract';
import { accountOfToken } from '#backend/domain/account/tokens';
import { apiKeyPrefix } from '#backend/domain/api-key/create-key';
import { authenticateApiKey, type KeyRate } from '#backend/domain/api-key/use-key';
import { AppError } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';

interface Caller {
  accountId: string;
  token: string;
}

/** @throws AppError `unauthenticated`, `suspended`, `insufficient_scope`, `too_many_requests` */
export async function authenticate(
  deps: AppContext,
  context: Context,
  { scope }: Pick<Call, 'scope'>,
): Promise<Caller> {
  const sent = context.req.header('authorization');
  const token = /^Bearer ([\w-]{1,200})$/i.exec(sent ?? '')?.[1];
  if (!token) throw new AppError('unauthenticated', sent ? { message: howToSend } : {});
  if (!token.startsWith(apiKeyPrefix)) return { accountId: await accountOfToken(deps, token), token };

  const { accountId, scopes, rate } = await authenticateApiKey(deps, token);
  reportRate(context, rate);
  if (rate.isExceeded) {
    throw new AppError('too_many_requests', {
      message: `An API key may make ${rate.limit} calls in ${rate.seconds} seconds. Wait ${rate.resetSeconds} seconds.`,
      retryAfterSeconds: rate.resetSeconds,
    });
  }
  if (scope === 'session') throw new AppError('insufficient_scope', { message: forbidden });
  if (!scopes.includes(scope)) {
    throw new AppError('insufficient_scope', {
      message: `This call needs an API key with the scope "${scope}"; this key has ${scopes.join(', ')}.`,
    });
  }
  return { accountId, token };
}

const howToSend = 'Send the token or API key in this header: Authorization: Bearer, a space, and the token.';
const forbidden = 'API keys cannot make this call. Log in to make it.';

/** draft-ietf-httpapi-ratelimit-headers-10. */
function reportRate(context: Context, { limit, seconds, remaining, resetSeconds }: KeyRate): void {
  context.header('ratelimit-policy', `"key";q=${limit};w=${seconds}`);
  context.header('ratelimit', `"key";r=${remaining};t=${resetSeconds}`);
}
