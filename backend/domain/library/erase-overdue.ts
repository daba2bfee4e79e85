import { Attempts } from '#backend/domain/attempts';
import type { AppContext } from '#backend/domain/context';
import { eraseDeletion } from './erase-deletion';

const batch = 200;
const overdueMs = 60_000;

/**
 * For deletions whose job has failed.
 * @throws after all have been tried
 */
export async function eraseOverdue(deps: Pick<AppContext, 'db' | 'jobs' | 'now' | 'log'>): Promise<void> {
  const overdue = await deps.db
    .selectFrom('deletion')
    .select('id')
    .where('erase_at', '<', new Date(deps.now().getTime() - overdueMs))
    .orderBy('erase_at')
    .limit(batch)
    .execute();
  const attempts = new Attempts(deps.log, 'erasure_failed');
  for (const { id } of overdue) await attempts.run(id, () => eraseDeletion(deps, { deletion_id: id }));
  attempts.end();
}
