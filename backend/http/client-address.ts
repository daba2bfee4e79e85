import { BlockList, isIP, isIPv6 } from 'node:net';

const ours = new BlockList();
for (const [network, prefix] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  ours.addSubnet(network, prefix);
}
ours.addAddress('::1', 'ipv6');
ours.addSubnet('fc00::', 7, 'ipv6');
ours.addSubnet('fe80::', 10, 'ipv6');

const isOurs = (address: string) => ours.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
const plain = (address: string) => address.trim().replace(/^::ffff:(?=\d+\.)/i, '');

/**
 * Where a request came from. Only machines of our own networks (loopback, private ones) are believed when they say for
 * whom they ask: of the addresses they name, it is the last that is not one of theirs.
 */
export function clientAddressOf(peer: string | undefined, forwardedFor: string | undefined): string | undefined {
  const chain = [...(forwardedFor ?? '').split(','), peer ?? ''].map(plain).filter((address) => isIP(address) > 0);
  return chain.findLast((address) => !isOurs(address)) ?? chain[0];
}
