import type { AppContext } from './context';

const hour = 3_600_000;

type LinkContext = Pick<AppContext, 'storage' | 'now'>;

/** Expires on a full hour, in one to two hours, for the browser's cache. */
export function expiringLink({ storage, now }: LinkContext, key: string, saveAs?: string) {
  const expires = new Date((Math.floor(now().getTime() / hour) + 2) * hour);
  return { url: storage.linkToRead(key, { expires, ...(saveAs ? { saveAs } : {}) }), expires };
}

export const readLink = (deps: LinkContext, key: string, saveAs?: string): string =>
  expiringLink(deps, key, saveAs).url;
