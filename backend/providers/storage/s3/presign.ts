import type { PresignOptions } from '#backend/providers/storage/port';
import { clientOptions, type Store } from './client';

/** So that browsers find a file that is shown again in their cache. */
const stableSeconds = 30 * 60;

interface WriteOptions {
  /** The store takes exactly this many bytes. */
  size: number;
  now: Date;
  seconds: number;
}

/** Links to the store itself, at its address for browsers. Undefined without one. */
export async function openPresign({ sdk, settings }: Store) {
  const { publicUrl, bucket, prefix, isPathStyle } = settings;
  if (!publicUrl) return undefined;
  const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
  // Otherwise the bucket is a part of the host.
  const address = isPathStyle ? { endpoint: publicUrl } : { endpoint: undefined, bucketEndpoint: true };
  const client = new sdk.S3Client({ ...clientOptions(settings), ...address });
  const Bucket = isPathStyle ? bucket : publicUrl;

  async function toRead(key: string, options: PresignOptions) {
    const { now, seconds, contentType, disposition, revalidates } = options;
    const isStable = seconds >= stableSeconds;
    // A part of the URL: the seconds that are left would change it.
    const maxAge = isStable ? stableSeconds : seconds;
    const command = new sdk.GetObjectCommand({
      ...{ Bucket, Key: prefix + key },
      ResponseContentType: contentType,
      ResponseContentDisposition: disposition,
      ResponseCacheControl: revalidates ? 'private, no-cache' : `private, max-age=${maxAge}, immutable`,
    });
    const step = stableSeconds * 1000;
    const times = isStable
      ? { signingDate: new Date(Math.floor(now.getTime() / step) * step), expiresIn: 2 * stableSeconds }
      : { signingDate: now, expiresIn: seconds };
    return { url: await getSignedUrl(client, command, times), isStable };
  }

  async function toWrite(name: string, { size, now, seconds }: WriteOptions): Promise<string> {
    const command = new sdk.PutObjectCommand({ Bucket, Key: prefix + name, ContentLength: size });
    return getSignedUrl(client, command, { signingDate: now, expiresIn: seconds });
  }

  return { toRead, toWrite };
}
