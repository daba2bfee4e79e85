import type { AppContext } from '#backend/domain/context';
import type { EngineRefusal } from '#backend/domain/engine-refusal';

export const removedBefore: EngineRefusal = {
  error: 'refused',
  message: 'This file was removed after a report and cannot be used again.',
};

export async function blockedFile(
  { db }: Pick<AppContext, 'db'>,
  sha256: string | null,
): Promise<EngineRefusal | null> {
  const block =
    sha256 && (await db.selectFrom('blocked_file').select('sha256').where('sha256', '=', sha256).executeTakeFirst());
  return block ? removedBefore : null;
}
