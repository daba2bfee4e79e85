import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import type { Db } from '#backend/db/connect';
import { addDays, type AppContext } from '#backend/domain/context';
import type { Member } from './backend';

interface Place {
  db: Db;
  deps: { storage: Pick<AppContext['storage'], 'put'>; now(): Date };
}

interface Options {
  kind?: 'photo' | 'gif' | 'video';
  price?: number;
  name?: string;
  result?: Buffer;
  poster?: Buffer;
  material_id?: string | null;
}

export async function finishedCreation(
  { db, deps }: Place,
  { accountId }: Pick<Member, 'accountId'>,
  {
    kind = 'photo',
    price = 1,
    name = 'holiday.jpg',
    result = Buffer.from('result bytes'),
    poster = Buffer.from('poster'),
    material_id = null,
  }: Options = {},
) {
  const [order_id, task_id] = [uuidv7(), uuidv7()];
  const extension = { photo: 'jpg', gif: 'gif', video: 'mp4' }[kind];
  const files = {
    result_key: `creations/${order_id}/result.${extension}`,
    poster_key: `creations/${order_id}/result-poster.jpg`,
  };
  const { sha256 } = await deps.storage.put(files.result_key, Readable.from([result]));
  await deps.storage.put(files.poster_key, Readable.from([poster]));
  const ended = { status: 'succeeded' as const, stage: 'done', progress: 100, finished_at: deps.now() };
  await db
    .insertInto('task')
    .values({ id: task_id, account_id: accountId, kind: 'swap', ...ended })
    .execute();
  await db
    .insertInto('creation')
    .values({
      ...{
        id: order_id,
        account_id: accountId,
        task_id,
        tool_id: 'P001',
        material_id,
        name,
        kind,
      },
      ...{ price, bindings: '{}', label_visible: true, source_type: 'compositeSynthetic', result_sha256: sha256 },
      ...{ ...files, expires_at: addDays(deps.now(), 30) },
    })
    .execute();
  return { order_id, task_id, ...files };
}
