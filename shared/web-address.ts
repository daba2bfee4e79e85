export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Paths are appended to it: a query or fragment would swallow them. */
export const isBaseAddress = (text: string): boolean => isWebAddress(text) && !/[?#]/.test(text);

/** Protocol and host alone: pages are at the root of their host. */
export const isSiteAddress = (text: string): boolean =>
  isWebAddress(text) && new URL(text).href === `${new URL(text).origin}/`;

/** Of an OpenID provider: http only on this machine. */
export const isIssuerAddress = (text: string): boolean =>
  isWebAddress(text) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(?![^:/]))[^\s?#]*$/.test(text);
