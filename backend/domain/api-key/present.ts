import type { Selectable } from 'kysely';
import type { ApiKey } from '#contract';
import type { Database } from '#backend/db/types';

export type ApiKeyRow = Selectable<Database['api_key']>;

export function presentApiKey(row: Omit<ApiKeyRow, 'hash' | 'account_id'>): ApiKey {
  return {
    key_id: row.id,
    name: row.name,
    last_four: row.last_four,
    scopes: row.scopes,
    created_at: row.created_at.toISOString(),
    last_used_at: row.last_used_at?.toISOString() ?? null,
  };
}
