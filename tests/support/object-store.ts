import { randomUUID } from 'node:crypto';
import S3rver from '@20minutes/s3rver';
import { openStore, type S3Settings } from '#backend/providers/storage/s3/client';
import { onTestFinished } from 'vitest';
import { diskReserve } from '#backend/providers/storage/disk-reserve';
import type { LinkOptions } from '#backend/providers/storage/links';
import type { Limits } from '#backend/providers/storage/s3/client';
import { s3Storage } from '#backend/providers/storage/s3/storage';
import { scratchFolder } from './scratch';

/** See docs/operations.md. */
const { TEST_S3_ENDPOINT, TEST_S3_BUCKET, TEST_S3_REGION, TEST_S3_ACCESS_KEY_ID, TEST_S3_SECRET_ACCESS_KEY } =
  process.env;

const bucket = 'faceswap-test';

export interface TestStore extends S3Settings {
  /** Until `restart`. */
  stop(): Promise<void>;
  restart(): Promise<void>;
  /** Accepts requests, and does not respond. */
  pause(): void;
}

/** As in docs/object-store.md. */
const cors = `<CORSConfiguration>
  <CORSRule>
    <AllowedOrigin>*</AllowedOrigin>
    <AllowedMethod>PUT</AllowedMethod>
    <AllowedHeader>*</AllowedHeader>
  </CORSRule>
</CORSConfiguration>`;

/** An emulator that ends with the test. */
export async function emulatedStore(): Promise<TestStore> {
  const directory = scratchFolder();
  let server: S3rver;
  let port = 0;
  const start = async () => {
    server = new S3rver({
      ...{ address: '127.0.0.1', port, silent: true, directory, configureBuckets: [{ name: bucket, configs: [cors] }] },
      allowMismatchedSignatures: true, // it computes those of buckets differently
    });
    ({ port } = await server.run());
  };
  await start();
  const stop = async () => {
    server.httpServer!.closeAllConnections();
    if (server.httpServer!.listening) await server.close();
  };
  onTestFinished(stop);
  return {
    ...{ bucket, prefix: '', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1', isPathStyle: true },
    keys: { id: 'S3RVER', secret: 'S3RVER' },
    stop,
    restart: start,
    pause: () => void server.httpServer!.removeAllListeners('request'),
  };
}

let external: Promise<S3Settings> | undefined;

/** A new prefix in the store that the environment names, or an emulator. */
export async function testStore(): Promise<S3Settings> {
  if (!TEST_S3_ENDPOINT) return emulatedStore();
  external ??= openExternal(TEST_S3_ENDPOINT);
  return { ...(await external), prefix: `${randomUUID()}/` };
}

async function openExternal(endpoint: string): Promise<S3Settings> {
  const settings = {
    ...{ endpoint, bucket: TEST_S3_BUCKET ?? bucket, prefix: '', region: TEST_S3_REGION ?? 'us-east-1' },
    keys: { id: TEST_S3_ACCESS_KEY_ID ?? '', secret: TEST_S3_SECRET_ACCESS_KEY ?? '' },
    isPathStyle: true,
  };
  const { sdk, client } = await openStore(settings);
  await client.send(new sdk.CreateBucketCommand({ Bucket: settings.bucket })).catch((error: Error) => {
    if (!error.name.startsWith('BucketAlready')) throw error;
  });
  return settings;
}

interface MachineOptions {
  limits?: Limits;
  links?: LinkOptions;
  maxBytes?: number;
}

/** With a new cache folder. */
export async function machineOf(settings: S3Settings, { limits, links, maxBytes = 1e9 }: MachineOptions = {}) {
  const folder = scratchFolder();
  const storage = await s3Storage({
    ...{ settings, cache: { folder, maxBytes }, reserve: diskReserve({ folder, bytes: 0 }), isWorker: true },
    ...(links ?? { secret: 'a secret of this test alone, long enough', publicUrl: '/api' }),
    ...(limits ? { limits } : {}),
  });
  return { storage, folder };
}

export const storeEnvironment = ({
  bucket,
  endpoint,
  keys,
  publicUrl,
  takesPieces,
}: S3Settings): Record<string, string> => ({
  STORAGE_URL: `s3://${bucket}`,
  S3_ENDPOINT: endpoint!,
  S3_ACCESS_KEY_ID: keys!.id,
  S3_SECRET_ACCESS_KEY: keys!.secret,
  ...(publicUrl ? { S3_PUBLIC_URL: publicUrl } : {}),
  ...(takesPieces ? { S3_UPLOADS: 'store' } : {}),
});
