import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import { addDays, type AppContext } from '#backend/domain/context';
import { portraitBytes } from './portraits';

/** As after an upload, its detection and a face's examination, without their work. Returns what a swap needs. */
export async function addReadyVideo(
  { db, storage, now }: Pick<AppContext, 'db' | 'storage' | 'now'>,
  account_id: string,
  video: Buffer,
  duration_ms: number,
) {
  const [material_id, face_id] = [uuidv7(), uuidv7()];
  const [file_key, photo] = [`materials/${material_id}/original.mp4`, `faces/${face_id}/photo.jpg`];
  const { size } = await storage.put(file_key, Readable.from([video]));
  await storage.put(photo, Readable.from([portraitBytes('diego')]));
  const material = { id: material_id, account_id, kind: 'video', name: 'clip.mp4', format: 'mp4', file_key } as const;
  await db
    .insertInto('material')
    .values({ ...material, status: 'ready', size, duration_ms, expires_at: addDays(now(), 30) })
    .execute();
  const person = { key: 'p1', thumb_key: 'p.jpg', screen_time_ms: duration_ms, share: 0.1, first_seen_ms: 0 };
  const persons = JSON.stringify([{ ...person, frontal_score: 1, box: { x: 0, y: 0, width: 1, height: 1 } }]);
  const detection = { account_id, material_id, kind: 'detection', status: 'succeeded', finished_at: now() } as const;
  await db
    .insertInto('task')
    .values({ ...detection, id: uuidv7(), persons })
    .execute();
  await db.insertInto('face').values({ id: face_id, account_id, name: 'Diego' }).execute();
  const keys = { file_key: photo, thumb_key: photo, width: 768, height: 960 };
  await db
    .insertInto('face_photo')
    .values({ id: uuidv7(), account_id, face_id, ...keys })
    .execute();
  return { material_id, face_id };
}
