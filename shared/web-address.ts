export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Protocol and host alone: pages are at the root of their host. */
export const isSiteAddress = (text: string): boolean =>
  isWebAddress(text) && new URL(text).href === `${new URL(text).origin}/`;

/** Of an OpenID provider: http only on this machine. */
export const isIssuerAddress = (text: string): boolean =>
  isWebAddress(text) && /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1)(?![^:/]))\S*$/.test(text);
