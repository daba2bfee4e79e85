import { Readable } from 'node:stream';
import type { ListMultipartUploadsOutput, ListMultipartUploadsRequest } from '@aws-sdk/client-s3';
import { StorageUnavailable } from '#backend/providers/storage/port';
import { answerOf, isMissing, isNotImplemented, isOutOfRange, type Store } from './client';
import { md5Of } from './write';

export interface FoundObject {
  /** Without the prefix. */
  name: string;
  changed: Date;
  /** Bytes. */
  size: number;
}

export interface OpenedObject {
  stream: Readable;
  /** Of the whole object, bytes. */
  size: number;
  start: number;
  sha256?: string | undefined;
}

/** The message says how it answers. */
export class NoStore extends Error {}

export type Objects = ReturnType<typeof openObjects>;

/** Stores limit requests, and sockets are few. */
const deletedAtOnce = 16;

type UploadMarker = Pick<ListMultipartUploadsRequest, 'KeyMarker' | 'UploadIdMarker'>;

/** Some stores also name the last entry of the last page. */
const nextUploads = (page: Partial<ListMultipartUploadsOutput>): UploadMarker | undefined =>
  page.IsTruncated && page.NextKeyMarker
    ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    : undefined;

async function* pages<Page, Marker>(
  read: (after: Marker | undefined) => Promise<Page>,
  nextOf: (page: Page) => Marker | undefined,
): AsyncGenerator<Page> {
  let marker: Marker | undefined;
  do {
    const page = await read(marker);
    yield page;
    marker = nextOf(page);
  } while (marker);
}

function unlessMissing(error: unknown): void {
  if (!isMissing(error)) throw error;
}

/** A connection that breaks within a file is an outage, too. */
function bodyOf(body: Readable): Readable {
  body.on('error', () => {}); // the iterator throws it
  const chunks = body[Symbol.asyncIterator]() as AsyncIterator<Uint8Array>;
  return new Readable({
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(new StorageUnavailable(`the connection to the store broke: ${error.message}`)),
      );
    },
    destroy(error, done) {
      body.destroy();
      done(error);
    },
  });
}

/** The requests of the driver, on the objects below the prefix. */
export function openObjects({ sdk, client, call, settings }: Store) {
  const { bucket: Bucket, prefix } = settings;
  const at = (name: string) => ({ Bucket, Key: prefix + name });

  async function get(name: string, Range?: string): Promise<OpenedObject | null> {
    const command = new sdk.GetObjectCommand({ ...at(name), ...(Range ? { Range } : {}) });
    try {
      const {
        Body,
        ContentRange,
        ContentLength = 0,
        Metadata,
      } = await call('readMs', (signal) => client.send(command, signal));
      const [, start, total] = /^bytes (\d+)-\d+\/(\d+)$/.exec(ContentRange ?? '') ?? [];
      return {
        stream: bodyOf(Body as Readable),
        size: total === undefined ? ContentLength : Number(total),
        start: Number(start ?? 0),
        sha256: Metadata?.sha256,
      };
    } catch (error) {
      if (isMissing(error) || isOutOfRange(error)) return null;
      throw error;
    }
  }

  async function removeOne(name: string): Promise<void> {
    await call('writeMs', (signal) => client.send(new sdk.DeleteObjectCommand(at(name)), signal)).catch(unlessMissing);
  }

  function listUploads(marker: UploadMarker | undefined): Promise<Partial<ListMultipartUploadsOutput>> {
    const command = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix: prefix, ...marker });
    return call('readMs', (signal) => client.send(command, signal)).catch((error: unknown) => {
      if (isNotImplemented(error)) return {};
      throw error;
    });
  }

  return {
    target: (name: string) => ({ sdk, client, call, object: at(name) }),

    /** Of a few megabytes. */
    async write(name: string, content: Buffer | string): Promise<void> {
      const Body = Buffer.from(content);
      const command = new sdk.PutObjectCommand({
        ...at(name),
        Body,
        ContentLength: Body.length,
        ContentMD5: md5Of(Body),
      });
      await call('writeMs', (signal) => client.send(command, signal));
    },

    open: (name: string, from = 0) => get(name, from > 0 ? `bytes=${from}-` : undefined),
    /** Inclusive. */
    openRange: (name: string, start: number, end: number | undefined) => get(name, `bytes=${start}-${end ?? ''}`),

    async text(name: string): Promise<string | null> {
      const object = await get(name);
      return object && String(Buffer.concat(await object.stream.toArray()));
    },

    async stat(name: string): Promise<{ size: number; tag: string } | null> {
      try {
        const { ContentLength = 0, ETag = '' } = await call('readMs', (signal) =>
          client.send(new sdk.HeadObjectCommand(at(name)), signal),
        );
        return { size: ContentLength, tag: ETag.replaceAll('"', '') };
      } catch (error) {
        if (isMissing(error)) return null;
        throw error;
      }
    },

    async *list(folder: string): AsyncGenerator<FoundObject> {
      const listing = pages(
        (ContinuationToken: string | undefined) => {
          const command = new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix + folder, ContinuationToken });
          return call('readMs', (signal) => client.send(command, signal));
        },
        ({ NextContinuationToken }) => NextContinuationToken,
      );
      for await (const { Contents = [] } of listing) {
        for (const { Key, LastModified, Size = 0 } of Contents) {
          if (Key && LastModified) yield { name: Key.slice(prefix.length), changed: LastModified, size: Size };
        }
      }
    },

    /** One by one: the call for several wants a header that newer clients do not send. */
    async remove(names: string[]): Promise<void> {
      for (let from = 0; from < names.length; from += deletedAtOnce) {
        await Promise.all(names.slice(from, from + deletedAtOnce).map(removeOne));
      }
    },

    /** Of killed processes; returns their number. Some stores do not list them and remove them by rules of their own. */
    async abortParts(before: Date, signal?: AbortSignal): Promise<number> {
      let aborted = 0;
      for await (const { Uploads = [] } of pages(listUploads, nextUploads)) {
        for (const { Key, UploadId, Initiated } of Uploads) {
          if (signal?.aborted) return aborted;
          if (!Initiated || Initiated >= before) continue;
          const abort = new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId });
          await call('writeMs', (signal) => client.send(abort, signal)).catch(unlessMissing);
          aborted++;
        }
      }
      return aborted;
    },

    /** HEAD would not state the reason of a refusal. @throws StoreRefused, StorageUnavailable, NoStore */
    async probe(): Promise<void> {
      const command = new sdk.ListObjectsV2Command({ Bucket, Prefix: prefix, MaxKeys: 1 });
      const { Name } = await call('readMs', (signal) => client.send(command, signal)).catch((error: Error) => {
        throw error instanceof StorageUnavailable ? error : new NoStore(answerOf(error), { cause: error });
      });
      if (Name === undefined) throw new NoStore('without a list of a bucket');
    },
  };
}
