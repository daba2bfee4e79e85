import { uuidv7 } from 'uuidv7';
import { rules, type Output, type Parsed } from '#contract';
import { contentTypeOf } from '../../providers/storage/keys';
import { AppError } from '../app-error';
import { daysFrom, type Signed } from '../context';

const linkLifetimeMs = 60 * 60_000;

/** Opens a material and gives the address its file is to be sent to. Nothing of it counts until the file is there. */
export async function signUpload(
  { db, storage, policy, now, accountId }: Signed,
  { format, name, size }: Parsed<'upload_sign_url'>,
): Promise<Output<'upload_sign_url'>> {
  const refusal = rules.refuseImageType(format) ?? (size === undefined ? null : rules.refuseSize(size));
  if (refusal) throw new AppError(refusal.error, refusal);

  const id = uuidv7();
  const fileKey = `materials/${id}/original.${format}`;
  await db
    .insertInto('material')
    .values({
      id,
      account_id: accountId,
      kind: 'photo',
      name: name || `photo.${format}`,
      format,
      file_key: fileKey,
      expires_at: daysFrom(now(), policy.retentionDays),
    })
    .execute();

  const expires = new Date(now().getTime() + linkLifetimeMs);
  const link = storage.linkToWrite(fileKey, {
    expires,
    maxBytes: rules.photoMaxBytes,
    contentType: contentTypeOf(fileKey),
  });
  return {
    material_id: id,
    upload: { protocol: 'put', ...link, expires_at: expires.toISOString(), max_bytes: rules.photoMaxBytes },
  };
}
