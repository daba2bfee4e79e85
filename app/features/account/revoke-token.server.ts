import type { Api } from '~/server/guards.server';
import { log } from '~/server/log.server';

/** Ends the token of the session that the user leaves. If the API fails, the token expires by itself. */
export async function revokeToken(api: Api): Promise<void> {
  await api('logout', {}).catch((error: unknown) => log.warn({ err: error }, 'token_revocation_failed'));
}
