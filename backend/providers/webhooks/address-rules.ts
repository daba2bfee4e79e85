import { isIP } from 'node:net';
import { isPublicAddress } from './public-address';

interface Rules {
  allowPrivate: boolean;
}

const lowestUnprivilegedPort = 1024;
const notPublic = 'This address is not public. Enter one that the internet can reach.';

/** The URL parser normalises IPv4 notations. */
export const hostOf = ({ hostname }: URL) => hostname.replace(/^\[|\]$/g, '');

/** For the user; null if usable. Does not resolve. */
export function urlErrorOf(text: string, { allowPrivate }: Rules): string | null {
  if (!URL.canParse(text)) return 'Enter an address like https://example.com/faceswap.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(allowPrivate && url.protocol === 'http:')) {
    return 'The address must start with https://.';
  }
  if (url.username || url.password) {
    return 'The address must not contain a user name or password. Requests are signed instead.';
  }
  if (url.port && Number(url.port) < lowestUnprivilegedPort) return 'Use port 443, or one from 1024 to 65535.';
  if (allowPrivate) return null;
  const host = hostOf(url);
  if (isIP(host)) return isPublicAddress(host) ? null : notPublic;
  return isLocalName(host) ? notPublic : null;
}

/** RFC 6761 and 6762. */
const isLocalName = (host: string) => !/\.[^.]+\.?$/.test(host) || /\.(localhost|local|internal)\.?$/i.test(host);
