import type { AppContext } from './context';

const hour = 3_600_000;

/** Expires on a full hour, in one to two hours, for the browser's cache. */
export function readLink({ storage, now }: Pick<AppContext, 'storage' | 'now'>, key: string, saveAs?: string): string {
  const expires = new Date((Math.floor(now().getTime() / hour) + 2) * hour);
  return storage.linkToRead(key, { expires, ...(saveAs ? { saveAs } : {}) });
}
