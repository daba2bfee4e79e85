import { randomBytes } from 'node:crypto';
import type { Selectable } from 'kysely';
import type { Database } from '#backend/db/types';
import type { AppContext } from '#backend/domain/context';

export type EndpointRow = Selectable<Database['webhook_endpoint']>;

export const newSecret = () => `whsec_${randomBytes(32).toString('base64url')}`;

/** False if it was encrypted with another key. */
export function isReadable({ vault }: Pick<AppContext, 'vault'>, { id, secret }: Pick<EndpointRow, 'id' | 'secret'>) {
  try {
    vault.open(secret, id);
    return true;
  } catch {
    return false;
  }
}

/** Newest first. Throws if they were encrypted with another key. */
export function signingSecrets({ vault, now }: Pick<AppContext, 'vault' | 'now'>, endpoint: EndpointRow): string[] {
  const { id, secret, old_secret, old_secret_until } = endpoint;
  const isOldValid = old_secret && old_secret_until && old_secret_until > now();
  return [secret, ...(isOldValid ? [old_secret] : [])].map((sealed) => vault.open(sealed, id));
}
