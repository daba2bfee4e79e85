import type { Selectable } from 'kysely';
import type { Passkey } from '#contract';
import type { Database } from '#backend/db/types';

type Row = Pick<Selectable<Database['passkey']>, 'id' | 'name' | 'created_at' | 'last_used_at'>;

export function presentPasskey({ id, name, created_at, last_used_at }: Row): Passkey {
  return {
    passkey_id: id,
    name,
    created_at: created_at.toISOString(),
    last_used_at: last_used_at?.toISOString() ?? null,
  };
}
