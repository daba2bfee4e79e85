import type { Api } from '~/server/guards.server';
import { log } from '~/server/log.server';

/** Ends the token of the session that the user leaves. If the API fails, the token expires by itself. */
export async function revokeToken(api: Api): Promise<void> {
  await api('logout', {}).catch((error: unknown) => {
    if (error instanceof Response) return; // to the login page: the session had ended before
    log.warn({ err: error }, 'token_revocation_failed');
  });
}
