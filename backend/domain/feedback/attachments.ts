import { sql, type Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { rules, type Output, type Parsed } from '#contract';
import { sniffFormat } from '#engine/media/sniff';
import { inTransaction } from '#backend/db/connect';
import type { Database } from '#backend/db/types';
import { contentTypeOf } from '#backend/providers/storage/keys';
import { AppError, orThrowNotFound } from '#backend/domain/app-error';
import type { AppContext } from '#backend/domain/context';
import { refusalOf } from '#backend/domain/engine-refusal';
import { consumeRateLimit, limits, networkKey } from '#backend/domain/limits';

const tooManyPictures = (wait: string) => `Too many pictures. Wait ${wait}, or send your message without the picture.`;
const linkLifetimeMs = 60 * 60_000;
const maxBytes = 10 * 1024 * 1024;

export const isAttachmentKey = (key: string): boolean => key.startsWith('feedback/');

export async function signAttachment(
  deps: AppContext,
  { format }: Parsed<'feedback_sign_url'>,
): Promise<Output<'feedback_sign_url'>> {
  const { db, storage, now } = deps;
  const refusal = rules.refuseImageType(format);
  if (refusal) throw new AppError(refusal.error, refusal);
  await consumeRateLimit(deps, limits.attachmentFromAddress, networkKey(deps), tooManyPictures);
  const fileKey = `feedback/${uuidv7()}.${format}`;
  await assertAttachmentQuota(deps);
  await db.insertInto('feedback_attachment').values({ file_key: fileKey }).execute();
  const expires = new Date(now().getTime() + linkLifetimeMs);
  const link = storage.linkToWrite(fileKey, { expires, maxBytes, contentType: contentTypeOf(fileKey) });
  return { attachment: fileKey, upload: { ...link, expires_at: expires.toISOString(), max_bytes: maxBytes } };
}

const maxUnclaimedBytes = 2 * 1024 * 1024 * 1024;

async function assertAttachmentQuota({ db, now }: AppContext): Promise<void> {
  const isOpen = sql<boolean>`size is null and created_at > ${new Date(now().getTime() - linkLifetimeMs)}`;
  const { bytes } = await db
    .selectFrom('feedback_attachment')
    .select(
      sql<number>`coalesce(sum(case when ${isOpen} then ${maxBytes}::bigint else size end), 0)::bigint`.as('bytes'),
    )
    .where('feedback_id', 'is', null)
    .executeTakeFirstOrThrow();
  if (bytes + maxBytes <= maxUnclaimedBytes) return;
  throw new AppError('too_many_requests', {
    message: 'We cannot accept more pictures right now. Send your message without pictures, or try again in an hour.',
    retryAfterSeconds: 3600,
  });
}

interface Incoming {
  fileKey: string;
  body: AsyncIterable<Uint8Array>;
  maxBytes: number;
}

const sniffedBytes = 16;

/** A worker decodes the whole picture later. */
async function* pictureOnly(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let start = Buffer.alloc(0);
  let isKnown = false;
  for await (const chunk of body) {
    if (!isKnown) start = Buffer.concat([start, chunk]);
    if (!isKnown && start.length < sniffedBytes) continue;
    yield isKnown ? chunk : asPicture(start);
    isKnown = true;
  }
  if (!isKnown) yield asPicture(start);
}

function asPicture(start: Buffer): Buffer {
  try {
    sniffFormat(start);
    return start;
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    throw new AppError(refusal.error, refusal);
  }
}

export async function receiveAttachment(
  { db, storage, jobs }: AppContext,
  { fileKey, body, maxBytes: limit }: Incoming,
) {
  const { size: storedSize } = orThrowNotFound(
    await db.selectFrom('feedback_attachment').select('size').where('file_key', '=', fileKey).executeTakeFirst(),
  );
  if (storedSize !== null) throw new AppError('conflict', { message: 'This file was already sent.' });
  const { size } = await storage.put(fileKey, pictureOnly(body), { maxBytes: limit });
  await inTransaction(db, async (trx) => {
    await trx.updateTable('feedback_attachment').set({ size }).where('file_key', '=', fileKey).execute();
    await jobs.add(trx, 'examine_attachment', { file_key: fileKey }, { priority: 20 });
  });
}

export async function claimAttachments(trx: Transaction<Database>, feedbackId: string, keys: readonly string[]) {
  const wanted = [...new Set(keys)];
  if (wanted.length === 0) return;
  const { numUpdatedRows } = await trx
    .updateTable('feedback_attachment')
    .set({ feedback_id: feedbackId })
    .where('file_key', 'in', wanted)
    .where('feedback_id', 'is', null)
    .where('size', 'is not', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== wanted.length) {
    const fields = { attachments: 'One of the files did not arrive. Add it again.' };
    throw new AppError('invalid_input', { fields });
  }
}
