import { createHash } from 'node:crypto';
import { FileTooLarge, type StoredFile } from '#backend/providers/storage/port';
import { contentTypeOf } from '#backend/providers/storage/keys';
import { inPieces } from './buffers';
import type { Store } from './client';

interface Target extends Pick<Store, 'sdk' | 'client' | 'call'> {
  /** With the prefix. */
  object: { Bucket: string; Key: string };
}

interface Part {
  PartNumber: number;
  ETag: string | undefined;
}

/** The store compares it with what arrived. */
export const md5Of = (bytes: Uint8Array) => createHash('md5').update(bytes).digest('base64');

/** One request, or parts of which the store makes an object when all are there. */
export async function writeObject(
  target: Target,
  body: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  async function* measured() {
    for await (const chunk of body) {
      size += chunk.length;
      if (size > maxBytes) throw new FileTooLarge(maxBytes);
      hash.update(chunk);
      yield chunk;
    }
  }
  const stored = () => ({ size, sha256: hash.digest('hex') });
  let upload: Awaited<ReturnType<typeof beginParts>> | undefined;
  try {
    for await (const { bytes, isLast } of inPieces(measured())) {
      if (!upload && isLast) {
        const result = stored();
        await putOnce(target, bytes, result.sha256);
        return result;
      }
      upload ??= await beginParts(target);
      await upload.add(bytes);
    }
    await upload!.complete();
    return stored();
  } catch (error) {
    await upload?.abort();
    throw error;
  }
}

async function putOnce({ sdk, client, call, object }: Target, Body: Buffer, sha256: string): Promise<void> {
  const input = { ...object, Body, ContentLength: Body.length, ContentMD5: md5Of(Body) };
  const described = { ContentType: contentTypeOf(object.Key), Metadata: { sha256 } };
  await call('writeMs', (signal) => client.send(new sdk.PutObjectCommand({ ...input, ...described }), signal));
}

export async function beginParts({ sdk, client, call, object: target }: Target) {
  const begin = new sdk.CreateMultipartUploadCommand({ ...target, ContentType: contentTypeOf(target.Key) });
  const { UploadId } = await call('writeMs', (signal) => client.send(begin, signal));
  const object = { ...target, UploadId };
  const parts: Part[] = [];
  return {
    /** Within the store. Parts may be copied in any order; each but the last has `minPartBytes`. */
    async copy(source: { Bucket: string; Key: string }, PartNumber: number) {
      const CopySource = `${source.Bucket}/${encodeURIComponent(source.Key).replaceAll('%2F', '/')}`;
      const part = new sdk.UploadPartCopyCommand({ ...object, PartNumber, CopySource });
      const { CopyPartResult } = await call('writeMs', (signal) => client.send(part, signal));
      parts.push({ PartNumber, ETag: CopyPartResult?.ETag });
    },
    async add(Body: Buffer) {
      const PartNumber = parts.length + 1;
      const part = new sdk.UploadPartCommand({
        ...object,
        PartNumber,
        Body,
        ContentLength: Body.length,
        ContentMD5: md5Of(Body),
      });
      const { ETag } = await call('writeMs', (signal) => client.send(part, signal));
      parts.push({ PartNumber, ETag });
    },
    complete: () => {
      parts.sort((a, b) => a.PartNumber - b.PartNumber);
      return call('writeMs', (signal) =>
        client.send(new sdk.CompleteMultipartUploadCommand({ ...object, MultipartUpload: { Parts: parts } }), signal),
      );
    },
    /** What fails here is swept later. */
    abort: () =>
      call('writeMs', (signal) => client.send(new sdk.AbortMultipartUploadCommand(object), signal)).catch(() => {}),
  };
}

export async function hashed(body: AsyncIterable<Uint8Array>): Promise<StoredFile> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of body) {
    hash.update(chunk);
    size += chunk.length;
  }
  return { size, sha256: hash.digest('hex') };
}
