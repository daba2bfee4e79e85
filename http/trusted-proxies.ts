import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

import proxyAddr from 'proxy-addr';

/** Reads X-Forwarded-* headers, and only when a trusted proxy wrote them. */
export interface TrustedProxies {
  /** The client's address: the last address in the chain that is not a trusted proxy. */
  clientAddressOf(incoming: IncomingMessage): string | undefined;
  /** Whether the direct peer is a trusted proxy. */
  isPeerTrusted(incoming: IncomingMessage): boolean;
  /** Whether an address belongs to this machine or to a private network. */
  isPrivate(address: string | undefined): boolean;
}

const privateNetworks = proxyAddr.compile(['loopback', 'linklocal', 'uniquelocal']);

/** An IPv4 address as such, where a socket for both families reports it as IPv6. */
const plain = (address: string) => address.replace(/^::ffff:(?=\d+\.)/i, '');

const entriesOf = (list: string) =>
  list
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean);

/** Whether a setting is a list that `trustedProxies` takes. */
export function isProxyList(list: string): boolean {
  try {
    proxyAddr.compile(entriesOf(list));
    return true;
  } catch {
    return false;
  }
}

/**
 * @param list comma-separated addresses, CIDR ranges, or the names `loopback`, `linklocal`, `uniquelocal`
 * @throws TypeError when an entry is none of these
 */
export function trustedProxies(list: string): TrustedProxies {
  const isTrusted = proxyAddr.compile(entriesOf(list));
  const peerOf = (incoming: IncomingMessage) => incoming.socket.remoteAddress;
  return {
    clientAddressOf(incoming) {
      const peer = peerOf(incoming);
      if (!peer) return undefined;
      const address = proxyAddr(incoming, isTrusted);
      return plain(isIP(address) ? address : peer);
    },
    isPrivate: (address) => privateNetworks(address ?? '', 0),
    isPeerTrusted: (incoming) => isTrusted(peerOf(incoming) ?? '', 0),
  };
}
