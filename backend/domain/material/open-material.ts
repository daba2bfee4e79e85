import { uuidv7 } from 'uuidv7';
import type { rules } from '#contract';
import { addDays, type UserContext } from '#backend/domain/context';
import { linkKeyOf } from './upload-keys';

interface NewMaterial {
  kind: rules.MediaKind;
  format: string;
  name: string;
  /** None for sample media. */
  grant?: { bytes: number; expires: Date };
}

export async function openMaterial(
  { db, policy, now, accountId }: UserContext,
  { kind, format, name, grant }: NewMaterial,
): Promise<{ id: string; fileKey: string }> {
  const id = uuidv7();
  const fileKey = linkKeyOf(id, format);
  await db
    .insertInto('material')
    .values({
      id,
      account_id: accountId,
      kind,
      name,
      format,
      file_key: fileKey,
      granted_bytes: grant?.bytes ?? null,
      grant_expires_at: grant?.expires ?? null,
      expires_at: addDays(now(), policy.retentionDays),
    })
    .execute();
  return { id, fileKey };
}
