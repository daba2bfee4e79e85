import { join, resolve } from 'node:path';
import { apiAddress } from '#backend/config/api-address';
import { ConfigurationError } from '#backend/config/read';
import { assertCompleteStorage, type StorageSettings } from '#backend/config/storage';
import { diskStorage } from '#backend/providers/storage/disk';
import { diskReserve } from '#backend/providers/storage/disk-reserve';
import { movingStorage } from '#backend/providers/storage/moving';
import type { Storage } from '#backend/providers/storage/port';
import type { S3Settings } from '#backend/providers/storage/s3/client';
import { StoreMisconfigured, s3Storage } from '#backend/providers/storage/s3/storage';

interface Settings extends StorageSettings {
  DATA_DIR: string;
  MEDIA_SECRET: string;
  API_PUBLIC_URL: string;
  PUBLIC_URL: string;
  MEDIA_URL?: string | undefined;
  DISK_RESERVE_MB?: number | undefined;
}

/** Workers may use half of the reserve; PostgreSQL keeps the rest. */
const workerShare = 0.5;
const megabyte = 1024 * 1024;

/** Of copies of files in an object store. */
export const cacheFolderOf = (dataDirectory: string): string => join(resolve(dataDirectory), 'cache');

/** @throws ConfigurationError if the store responds but refuses; one that does not respond may come back. */
export async function openStorage(settings: Settings, { isWorker = false } = {}): Promise<Storage> {
  assertCompleteStorage(settings);
  const { STORAGE_URL, STORAGE_MOVE_FROM } = settings;
  const storage = await openPlace(settings, STORAGE_URL, { isWorker });
  if (!STORAGE_MOVE_FROM) return storage;
  return movingStorage(storage, await openPlace(settings, STORAGE_MOVE_FROM, { isWorker, isMovedFrom: true }));
}

async function openPlace(
  settings: Settings,
  place: string,
  { isWorker, isMovedFrom = false }: { isWorker: boolean; isMovedFrom?: boolean },
): Promise<Storage> {
  const { DATA_DIR, MEDIA_SECRET, MEDIA_URL, DISK_RESERVE_MB, MEDIA_CACHE_MB } = settings;
  const links = { secret: MEDIA_SECRET, publicUrl: apiAddress(settings), mediaUrl: MEDIA_URL };
  const store = storeOf(settings, place);
  const folder = store ? cacheFolderOf(DATA_DIR) : join(resolve(DATA_DIR), 'media');
  const bytes = DISK_RESERVE_MB === undefined ? undefined : DISK_RESERVE_MB * megabyte;
  const share = isWorker ? workerShare : 1;
  const reserve = diskReserve({ folder, bytes, share, use: store ? 'cache' : 'media' });
  if (!store) return diskStorage({ root: folder, ...links, reserve, keepsInUse: isMovedFrom });
  const cache = { folder, maxBytes: MEDIA_CACHE_MB * megabyte };
  try {
    return await s3Storage({ settings: store, cache, reserve, isWorker, ...links });
  } catch (error) {
    if (!(error instanceof StoreMisconfigured)) throw error;
    const advice = 'Check STORAGE_URL and the S3_… settings. See docs/object-store.md.';
    throw new ConfigurationError(`The object store cannot be used: ${error.message}.\n${advice}`);
  }
}

function storeOf(settings: StorageSettings, place: string): S3Settings | undefined {
  const [, bucket, folder] = /^s3:\/\/([^/]+)\/?(.*?)\/?$/.exec(place) ?? [];
  if (!bucket) return undefined;
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_PATH_STYLE, S3_PUBLIC_URL, S3_UPLOADS } =
    settings;
  const hasKeys = S3_ACCESS_KEY_ID && S3_SECRET_ACCESS_KEY;
  return {
    bucket,
    prefix: folder ? `${folder}/` : '',
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    keys: hasKeys ? { id: S3_ACCESS_KEY_ID, secret: S3_SECRET_ACCESS_KEY } : undefined,
    isPathStyle: S3_PATH_STYLE ?? Boolean(S3_ENDPOINT),
    publicUrl: S3_PUBLIC_URL,
    takesPieces: S3_UPLOADS === 'store',
  };
}
