import { sql, type Kysely } from 'kysely';

/** `email`: the new address of an account, which a code with the purpose `change` confirms. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table mail_code
      add column email text,
      drop constraint mail_code_purpose_check,
      add constraint mail_code_purpose check (purpose in ('activate', 'reset', 'change')),
      add constraint mail_code_email check ((purpose = 'change') = (email is not null))`.execute(db);
}
