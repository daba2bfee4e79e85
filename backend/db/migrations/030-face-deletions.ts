import { sql, type Kysely } from 'kysely';

/** As for creations and uploads: hidden at once, restored by an undo, otherwise erased. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table deletion drop constraint deletion_kind_check,
      add constraint deletion_kind_check check (kind in ('creation', 'material', 'face'))`.execute(db);
  await sql`alter table face add column deletion_id uuid references deletion`.execute(db);
  await sql`create index face_deletion on face (deletion_id) where deletion_id is not null`.execute(db);
}
