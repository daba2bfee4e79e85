import ipaddr from 'ipaddr.js';

/** Global unicast (RFC 4291, section 2.4); everything else has a special purpose or is not assigned. */
const globalUnicast = ipaddr.IPv6.parseCIDR('2000::/3');

/** Addresses in public ranges that reach a cloud provider's internal services. */
const internalServices = new Set(['168.63.129.16']); // Azure: DNS, DHCP and instance metadata

/**
 * Whether an IP address is public: not private, loopback, link-local, CGNAT, multicast, documentation or otherwise
 * special (IANA special-purpose registries), and no IPv6 form that embeds IPv4 (mapped, NAT64, 6to4, Teredo).
 */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast' || internalServices.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || parsed.match(globalUnicast);
}
