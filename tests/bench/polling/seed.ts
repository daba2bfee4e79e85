import { Readable } from 'node:stream';
import { uuidv7 } from 'uuidv7';
import type { Input } from '#contract';
import { openAccount } from '#backend/domain/account/register';
import { issueToken } from '#backend/domain/account/tokens';
import { addDays, type AppContext } from '#backend/domain/context';
import { portraitBytes } from '#tests/support/portraits';

export interface Orderer {
  token: string;
  order: Input<'faceswap_create'>;
}

const credits = 1_000;
const portrait = { photo: portraitBytes('amara'), face: portraitBytes('kenji'), width: 768, height: 1024 };

/** A confirmed account with an upload whose person is known, and a face. */
export async function seedOrderer(deps: AppContext, n: number): Promise<Orderer> {
  const { db, storage, now } = deps;
  const [material_id, face_id] = [uuidv7(), uuidv7()];
  const files = { photo: `materials/${material_id}/original.jpg`, face: `faces/${face_id}/photo.jpg` };
  for (const part of ['photo', 'face'] as const) await storage.put(files[part], Readable.from([portrait[part]]));
  const size = { width: portrait.width, height: portrait.height };
  const accountId = await db.transaction().execute(async (trx) => {
    const email = `orderer-${n}@example.com`;
    const account_id = (await openAccount(trx, { email, passwordHash: null, verifiedAt: now(), credits }))!;
    await trx
      .insertInto('material')
      .values({
        ...{ id: material_id, account_id, kind: 'photo', name: `photo-${n}.jpg`, format: 'jpg', ...size },
        ...{ status: 'ready', size: portrait.photo.length, file_key: files.photo, expires_at: addDays(now(), 30) },
      })
      .execute();
    const box = { x: 0.3, y: 0.2, width: 0.4, height: 0.5 };
    const seen = { screen_time_ms: 0, share: 1, first_seen_ms: 0, frontal_score: 1 };
    await trx
      .insertInto('task')
      .values({
        ...{ id: uuidv7(), account_id, kind: 'detection', material_id, status: 'succeeded', finished_at: now() },
        persons: JSON.stringify([{ key: 'p1', thumb_key: files.face, ...seen, box }]),
      })
      .execute();
    await trx.insertInto('face').values({ id: face_id, account_id, name: 'Face' }).execute();
    await trx
      .insertInto('face_photo')
      .values({ id: uuidv7(), face_id, account_id, file_key: files.face, thumb_key: files.face, ...size })
      .execute();
    return account_id;
  });
  const { token } = await issueToken(deps, accountId);
  const order = { tool_id: 'P001', material_id, bind_face: { p1: face_id }, consent: 'true' } as const;
  return { token, order };
}
