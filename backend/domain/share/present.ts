import type { Selectable } from 'kysely';
import type { Share } from '#contract';
import type { ShareTable } from '#backend/db/types';
import { hashToken } from '#backend/domain/account/tokens';
import type { AppContext } from '#backend/domain/context';

type ShareRow = Pick<Selectable<ShareTable>, 'id' | 'hash' | 'created_at' | 'expires_at'>;

/** Derived under `MEDIA_SECRET`: the database stores only its hash. */
export function tokenOf({ keyedHash }: Pick<AppContext, 'keyedHash'>, shareId: string): string {
  return keyedHash(`share ${shareId}`).toString('base64url');
}

export function presentShare(deps: Pick<AppContext, 'keyedHash'>, row: ShareRow): Share {
  const token = tokenOf(deps, row.id);
  return {
    share_id: row.id,
    token: hashToken(token).equals(row.hash) ? token : null,
    created_at: row.created_at.toISOString(),
    expires_at: row.expires_at.toISOString(),
  };
}
