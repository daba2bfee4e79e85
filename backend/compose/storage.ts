import { join, resolve } from 'node:path';
import { apiAddress } from '#backend/config/api-address';
import { diskStorage } from '#backend/providers/storage/disk';
import { diskReserve } from '#backend/providers/storage/disk-reserve';
import type { Storage } from '#backend/providers/storage/port';

interface Settings {
  DATA_DIR: string;
  MEDIA_SECRET: string;
  API_PUBLIC_URL: string;
  PUBLIC_URL: string;
  MEDIA_URL?: string | undefined;
  DISK_RESERVE_MB?: number | undefined;
}

/** Workers may use half of the reserve; PostgreSQL keeps the rest. */
const workerShare = 0.5;

export function openStorage(settings: Settings, { isWorker = false } = {}): Storage {
  const { DATA_DIR, MEDIA_SECRET, MEDIA_URL, DISK_RESERVE_MB } = settings;
  const root = join(resolve(DATA_DIR), 'media');
  const bytes = DISK_RESERVE_MB === undefined ? undefined : DISK_RESERVE_MB * 1024 * 1024;
  const reserve = diskReserve({ folder: root, bytes, share: isWorker ? workerShare : 1 });
  return diskStorage({ root, secret: MEDIA_SECRET, publicUrl: apiAddress(settings), mediaUrl: MEDIA_URL, reserve });
}
