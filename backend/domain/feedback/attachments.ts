import { randomUUID } from 'node:crypto';
import { extname } from 'node:path';
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
import { removeFiles, removeFilesLater } from '#backend/domain/remove-files';

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
  const network = networkKey(deps) ?? null;
  await consumeRateLimit(deps, limits.attachmentFromAddress, network ?? undefined, tooManyPictures);
  await makeRoom(deps, network);
  const fileKey = `feedback/${uuidv7()}.${format}`;
  await db.insertInto('feedback_attachment').values({ file_key: fileKey, network }).execute();
  const expires = new Date(now().getTime() + linkLifetimeMs);
  const link = storage.linkToWrite(fileKey, { expires, maxBytes, contentType: contentTypeOf(fileKey) });
  return { attachment: fileKey, upload: { ...link, expires_at: expires.toISOString(), max_bytes: maxBytes } };
}

/** Of the pictures that no message has claimed. */
const maxUnclaimedBytes = 2 * 1024 * 1024 * 1024;

/** As in `http/fair-share.ts`, the network that uses most gives way: its largest picture ends, of equal ones the oldest. */
async function makeRoom(deps: AppContext, network: string | null): Promise<void> {
  const { db, now } = deps;
  const linkExpiry = new Date(now().getTime() - linkLifetimeMs);
  const unclaimed = db
    .selectFrom('feedback_attachment')
    .where('feedback_id', 'is', null)
    .where((eb) => eb.or([eb('size', 'is not', null), eb('created_at', '>', linkExpiry)]));
  const used = sql<number>`coalesce(size, ${maxBytes})`;
  for (;;) {
    const networks = await unclaimed
      .select(['network', sql<number>`sum(${used})::bigint`.as('bytes')])
      .groupBy('network')
      .orderBy('bytes', 'desc')
      .execute();
    const bytes = networks.reduce((sum, share) => sum + share.bytes, maxBytes);
    if (bytes <= maxUnclaimedBytes) return;
    const most = networks[0]!;
    const own = networks.find((share) => share.network === network)?.bytes ?? 0;
    if (own + maxBytes > most.bytes) throw noRoom();
    const largest = unclaimed
      .select('file_key')
      .where(sql<boolean>`network is not distinct from ${most.network}`)
      .orderBy(used, 'desc')
      .orderBy('created_at')
      .limit(1);
    const ended = await db
      .deleteFrom('feedback_attachment')
      .where('file_key', 'in', largest)
      .where('feedback_id', 'is', null)
      .returning('file_key')
      .execute();
    const keys = ended.map(({ file_key }) => file_key);
    await removeFilesLater(deps, db, keys);
  }
}

const noRoom = () =>
  new AppError('too_many_requests', {
    message: 'We cannot accept more pictures right now. Send your message without pictures, or try again in an hour.',
    retryAfterSeconds: 3600,
  });

interface Incoming {
  linkKey: string;
  body: AsyncIterable<Uint8Array>;
  maxBytes: number;
}

/** Of the key that the sender knows, and of that of the file. */
const nameOf = (key: string) => /^feedback\/[0-9a-f-]+/.exec(key)?.[0] ?? key;
const storedName = sql<string>`substring(file_key from '^feedback/[0-9a-f-]+')`;

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

const alreadySent = () => new AppError('conflict', { message: 'This file was already sent, or its link has ended.' });

/** As with uploads, each request stores its own file, and the row takes the key of the first that arrives. */
export async function receiveAttachment(deps: AppContext, { linkKey, body, maxBytes: limit }: Incoming) {
  const { db, storage, jobs } = deps;
  const known = db.selectFrom('feedback_attachment').select('size').where(storedName, '=', nameOf(linkKey));
  if (orThrowNotFound(await known.executeTakeFirst()).size !== null) throw alreadySent();
  const file_key = `${nameOf(linkKey)}/${randomUUID()}${extname(linkKey)}`;
  const { size } = await storage.put(file_key, pictureOnly(body), { maxBytes: limit });
  const isFirst = await inTransaction(db, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('feedback_attachment')
      .set({ file_key, size })
      .where('file_key', '=', linkKey)
      .where('size', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await jobs.add(trx, 'examine_attachment', { file_key }, { priority: 20 });
    return true;
  });
  if (isFirst) return;
  await removeFiles(deps, [file_key]);
  throw alreadySent();
}

export async function claimAttachments(trx: Transaction<Database>, feedbackId: string, keys: readonly string[]) {
  const wanted = [...new Set(keys.map(nameOf))];
  if (wanted.length === 0) return;
  const { numUpdatedRows } = await trx
    .updateTable('feedback_attachment')
    .set({ feedback_id: feedbackId, network: null })
    .where(storedName, 'in', wanted)
    .where('feedback_id', 'is', null)
    .where('size', 'is not', null)
    .executeTakeFirst();
  if (Number(numUpdatedRows) !== wanted.length) {
    const fields = { attachments: 'One of the files did not arrive. Add it again.' };
    throw new AppError('invalid_input', { fields });
  }
}
