export function isWebAddress(text: string): boolean {
  return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
}

/** Protocol and host alone: pages are at the root of their host. */
export const isSiteAddress = (text: string): boolean =>
  isWebAddress(text) && new URL(text).href === `${new URL(text).origin}/`;
