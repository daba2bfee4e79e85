import type { Transaction } from 'kysely';
import { uuidv7 } from 'uuidv7';
import { rules, type Output, type Parsed } from '#contract';
import type { Database } from '../../db/types';
import { contentTypeOf } from '../../providers/storage/keys';
import { AppError, found } from '../app-error';
import type { Deps } from '../context';
import { consumeRateLimit, limits, networkKey } from '../limits';

const enoughPictures = (wait: string) =>
  `That is a lot of pictures. Wait ${wait} for the next, or send your message without.`;
const linkLifetimeMs = 60 * 60_000;
const maxBytes = 10 * 1024 * 1024;

/** Where attachments lie: what tells them from uploads, which belong to somebody. */
export const isAttachmentKey = (key: string): boolean => key.startsWith('feedback/');

/** Gives the address one picture is to be sent to. It counts once it is there and a message names it. */
export async function signAttachment(
  deps: Deps,
  { format }: Parsed<'feedback_sign_url'>,
): Promise<Output<'feedback_sign_url'>> {
  const { db, storage, now } = deps;
  const refusal = rules.refuseImageType(format);
  if (refusal) throw new AppError(refusal.error, refusal);
  await consumeRateLimit(deps, limits.attachmentFromAddress, networkKey(deps), enoughPictures);
  const fileKey = `feedback/${uuidv7()}.${format}`;
  await db.insertInto('feedback_attachment').values({ file_key: fileKey }).execute();
  const expires = new Date(now().getTime() + linkLifetimeMs);
  const link = storage.linkToWrite(fileKey, { expires, maxBytes, contentType: contentTypeOf(fileKey) });
  return { attachment: fileKey, upload: { ...link, expires_at: expires.toISOString(), max_bytes: maxBytes } };
}

interface Incoming {
  fileKey: string;
  body: AsyncIterable<Uint8Array>;
  maxBytes: number;
}

/** Stores an attachment once, under the key it was given. */
export async function receiveAttachment({ db, storage }: Deps, { fileKey, body, maxBytes: most }: Incoming) {
  const { size: kept } = found(
    await db.selectFrom('feedback_attachment').select('size').where('file_key', '=', fileKey).executeTakeFirst(),
  );
  if (kept !== null) throw new AppError('conflict', { message: 'This file has been sent already.' });
  const { size } = await storage.put(fileKey, body, { maxBytes: most });
  await db.updateTable('feedback_attachment').set({ size }).where('file_key', '=', fileKey).execute();
}

/** Ties attachments to a message. Each must have arrived, and belong to no other. */
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
