import type { Db } from '#backend/db/connect';
import { AppError } from '#backend/domain/app-error';
import { isUuid } from '#backend/domain/uuid';

export function listMessages(db: Db, { limit }: { limit: number }) {
  return db
    .selectFrom('feedback')
    .selectAll()
    .select((eb) =>
      eb
        .selectFrom('feedback_attachment')
        .whereRef('feedback_id', '=', 'feedback.id')
        .select((count) => count.fn.countAll<number>().as('count'))
        .$asScalar()
        .$notNull()
        .as('pictures'),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

export function listFailures(db: Db, { limit }: { limit: number }) {
  return db.selectFrom('failed_event').selectAll().orderBy('id', 'desc').limit(limit).execute();
}

export async function requireMessage(db: Db, id: string) {
  const row = isUuid(id) && (await db.selectFrom('feedback').selectAll().where('id', '=', id).executeTakeFirst());
  if (!row) throw new AppError('not_found', { message: `Message ${id} does not exist.` });
  const files = db.selectFrom('feedback_attachment').select('file_key').where('feedback_id', '=', id);
  const pictures = (await files.orderBy('file_key').execute()).map(({ file_key }) => file_key);
  return { ...row, pictures };
}
