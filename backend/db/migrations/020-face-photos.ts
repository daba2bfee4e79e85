import { sql, type Kysely } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table face add column name text`.execute(db);
  await sql`
    update face set name = coalesce(initcap(face.sample), 'Face ' || numbered.n)
    from (select id, row_number() over (partition by account_id order by id) as n from face) as numbered
    where numbered.id = face.id`.execute(db);
  await sql`alter table face alter column name set not null`.execute(db);
  await sql`alter table face add constraint face_name_length check (char_length(name) between 1 and 40)`.execute(db);

  await sql`
    create table face_photo (
      id uuid primary key,
      face_id uuid not null references face on delete cascade,
      account_id uuid not null references account on delete cascade,
      file_key text not null unique,
      thumb_key text not null,
      sha256 text,
      width integer not null,
      height integer not null,
      person text,
      people jsonb,
      created_at timestamptz not null default now(),
      check ((person is null) = (people is null))
    )`.execute(db);
  await sql`create index face_photo_face on face_photo (face_id, id)`.execute(db);
  await sql`create index face_photo_account on face_photo (account_id)`.execute(db);
  await sql`create index face_photo_sha256 on face_photo (sha256) where sha256 is not null`.execute(db);
  await sql`
    insert into face_photo (id, face_id, account_id, file_key, thumb_key, sha256, width, height, created_at)
    select id, id, account_id, file_key, thumb_key, sha256, width, height, created_at from face`.execute(db);
  await sql`
    alter table face drop column file_key, drop column thumb_key, drop column sha256,
      drop column width, drop column height`.execute(db);
  await sql`alter table face_examination add column face_id uuid`.execute(db);
}
