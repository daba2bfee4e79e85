import { uuidv7 } from 'uuidv7';
import type { TaskStatus } from '#backend/db/types';
import type { Member, TestBackend } from './backend';

interface Options {
  name?: string;
  kind?: 'photo' | 'gif' | 'video';
  status?: TaskStatus;
  bytes?: string;
  material_id?: string;
}

/** As a worker leaves it. Returns its id and the result's key. */
export async function writeCreation(
  { db, deps }: TestBackend,
  { accountId }: Member,
  { name = 'holiday.jpg', kind = 'photo', status = 'succeeded', bytes = 'result', material_id }: Options = {},
): Promise<{ id: string; key: string }> {
  const [id, taskId] = [uuidv7(), uuidv7()];
  const key = `creations/${id}/result.jpg`;
  const isDone = status === 'succeeded';
  if (isDone) await deps.storage.put(key, chunks(bytes));
  const isOpen = status === 'queued' || status === 'running';
  const owner = { account_id: accountId, material_id: material_id ?? null };
  await db
    .insertInto('task')
    .values({ id: taskId, kind: 'swap', ...owner, status, finished_at: isOpen ? null : new Date() })
    .execute();
  await db
    .insertInto('creation')
    .values({
      ...{ id, task_id: taskId, ...owner, tool_id: 'P001', name, kind, price: 0, bindings: '{}' },
      result_key: isDone ? key : null,
      label_visible: true,
      source_type: 'compositeSynthetic',
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
  return { id, key };
}

async function* chunks(text: string) {
  yield Buffer.from(text);
}
