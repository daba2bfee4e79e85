import { rules, type Output, type Parsed } from '#contract';
import { inTransaction } from '#backend/db/connect';
import { contentTypeOf } from '#backend/providers/storage/keys';
import { AppError } from '#backend/domain/app-error';
import type { UserContext } from '#backend/domain/context';
import { consumeRateLimit, limits } from '#backend/domain/limits';
import { openMaterial } from './open-material';
import { reserveStorage } from './reserve-storage';
import { unusedName } from './unused-name';

const hourMs = 60 * 60_000;
/** Unfinished resumable uploads are swept after a day. */
const linkLifetimeMs = { put: hourMs, tus: 24 * hourMs };

const tooManyUploads = (wait: string) => `Too many uploads. Wait ${wait}, then send the next.`;

export async function signUpload(
  deps: UserContext,
  { format, resumable, name, size }: Parsed<'upload_sign_url'>,
): Promise<Output<'upload_sign_url'>> {
  const kind = rules.kindOfType(format);
  if (!kind) throw new AppError('unsupported_type', rules.refuseMediaType(format)!);
  const refusal = size === undefined ? null : rules.refuseSize(size, kind);
  if (refusal) throw new AppError(refusal.error, refusal);
  await consumeRateLimit(deps, limits.uploadOfAccount, deps.accountId, tooManyUploads);

  const protocol = resumable ? 'tus' : 'put';
  const expires = new Date(deps.now().getTime() + linkLifetimeMs[protocol]);
  const { id, fileKey, maxBytes } = await inTransaction(deps.db, async (trx) => {
    const bytes = await reserveStorage(trx, deps, { kind, size });
    const unused = await unusedName({ ...deps, db: trx }, name || `${kind}.${format}`);
    const file = { kind, format, name: unused, grant: { bytes, expires } };
    const opened = await openMaterial({ ...deps, db: trx }, file);
    return { ...opened, maxBytes: bytes };
  });
  const { storage } = deps;
  const link = resumable
    ? { url: storage.linkToResume(fileKey, { expires, maxBytes }), method: 'POST', headers: {} }
    : storage.linkToWrite(fileKey, { expires, maxBytes, contentType: contentTypeOf(fileKey) });
  const bounds = { expires_at: expires.toISOString(), max_bytes: maxBytes };
  const direct_piece_bytes = (resumable && storage.resumable.direct?.pieceBytes) || null;
  return { material_id: id, upload: { protocol, ...link, ...bounds, direct_piece_bytes } };
}
