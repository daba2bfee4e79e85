import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import proxyAddr from 'proxy-addr';

/** Other peers' X-Forwarded-* headers are ignored. */
export interface TrustedProxies {
  /** The last address in the chain that is not a trusted proxy. */
  clientAddressOf(incoming: IncomingMessage): string | undefined;
  isPeerTrusted(incoming: IncomingMessage): boolean;
  /** Local or in a private network. */
  isPrivate(address: string | undefined): boolean;
}

const privateNetworks = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/** Some load balancers, such as Azure's, add the port of each client. */
const withoutPorts = (list: string) =>
  list.replace(/\[([\da-f:.]{2,45})\](?::\d{1,5})?/gi, '$1').replace(/(\d{1,3}(?:\.\d{1,3}){3}):\d{1,5}/g, '$1');

/** Unwraps IPv4-mapped IPv6. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

const entriesOf = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Without it, "1" would be the address 0.0.0.1: elsewhere it is a number of proxies. */
const isPlain = (entry: string) => /^[a-z]+$/.test(entry) || isIP(entry.split('/', 1)[0]!) !== 0;

export function isProxyList(list: string): boolean {
  try {
    const entries = entriesOf(list);
    proxyAddr.compile(entries);
    return entries.every(isPlain);
  } catch {
    return false;
  }
}

/**
 * @param list comma-separated addresses, CIDR ranges, or `loopback`, `linklocal`, `uniquelocal`
 * @throws TypeError for any other entry
 */
export function trustedProxies(list: string): TrustedProxies {
  const isTrusted = proxyAddr.compile(entriesOf(list));
  const peerOf = (incoming: IncomingMessage) => incoming.socket.remoteAddress;
  return {
    clientAddressOf(incoming) {
      const peer = peerOf(incoming);
      if (!peer) return undefined;
      const forwarded = incoming.headers['x-forwarded-for'];
      const headers = forwarded ? { 'x-forwarded-for': withoutPorts(String(forwarded)) } : {};
      const address = proxyAddr({ socket: incoming.socket, headers } as IncomingMessage, isTrusted);
      return plain(isIP(address) ? address : peer);
    },
    isPrivate: (address) => privateNetworks(address ?? '', 0),
    isPeerTrusted: (incoming) => isTrusted(peerOf(incoming) ?? '', 0),
  };
}
