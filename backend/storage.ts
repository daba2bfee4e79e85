import { join, resolve } from 'node:path';
import { diskStorage } from './providers/storage/disk';
import type { Storage } from './providers/storage/port';

interface Settings {
  DATA_DIR: string;
  MEDIA_SECRET: string;
  API_PUBLIC_URL: string;
  MEDIA_URL?: string | undefined;
}

/** The storage this process is configured for. */
export function openStorage({ DATA_DIR, MEDIA_SECRET, API_PUBLIC_URL, MEDIA_URL }: Settings): Storage {
  const root = join(resolve(DATA_DIR), 'media');
  return diskStorage({ root, secret: MEDIA_SECRET, publicUrl: API_PUBLIC_URL, mediaUrl: MEDIA_URL });
}
