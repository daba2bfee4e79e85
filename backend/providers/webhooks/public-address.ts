import ipaddr from 'ipaddr.js';

/** RFC 4291, section 2.4. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Cloud-internal services at public addresses. */
const internalServices = new Set(['168.63.129.16']); // Azure: DNS, DHCP and instance metadata

/** Not special (IANA registries), nor IPv6 that embeds IPv4 (mapped, NAT64, 6to4, Teredo). */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || internalServices.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}
