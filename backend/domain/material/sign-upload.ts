import { uuidv7 } from 'uuidv7';
import { rules, type Output, type Parsed } from '#contract';
import { contentTypeOf } from '../../providers/storage/keys';
import { AppError } from '../app-error';
import { daysFrom, type Signed } from '../context';

const hourMs = 60 * 60_000;
/** A resumable upload may be gone on with until the next day, when what never arrived is swept away. */
const linkLifetimeMs = { put: hourMs, tus: 24 * hourMs };

/** Opens a material and gives the address its file is to be sent to. Nothing of it counts until the file is there. */
export async function signUpload(
  { db, storage, policy, now, accountId }: Signed,
  { format, resumable, name, size }: Parsed<'upload_sign_url'>,
): Promise<Output<'upload_sign_url'>> {
  const kind = rules.kindOfType(format);
  if (!kind) throw new AppError('unsupported_type', rules.refuseMediaType(format)!);
  const refusal = size === undefined ? null : rules.refuseSize(size, kind);
  if (refusal) throw new AppError(refusal.error, refusal);

  const id = uuidv7();
  const fileKey = `materials/${id}/original.${format}`;
  await db
    .insertInto('material')
    .values({
      id,
      account_id: accountId,
      kind,
      name: name || `${kind}.${format}`,
      format,
      file_key: fileKey,
      expires_at: daysFrom(now(), policy.retentionDays),
    })
    .execute();

  const protocol = resumable ? 'tus' : 'put';
  const expires = new Date(now().getTime() + linkLifetimeMs[protocol]);
  const max_bytes = rules.maxBytes[kind];
  const link = resumable
    ? { url: storage.linkToResume(fileKey, { expires, maxBytes: max_bytes }), method: 'POST', headers: {} }
    : storage.linkToWrite(fileKey, { expires, maxBytes: max_bytes, contentType: contentTypeOf(fileKey) });
  return { material_id: id, upload: { protocol, ...link, expires_at: expires.toISOString(), max_bytes } };
}
