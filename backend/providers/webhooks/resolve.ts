import { lookup, Resolver } from 'node:dns/promises';
import { isIP } from 'node:net';

export type Resolve = (host: string) => Promise<string[]>;

const timeoutMs = 3000;

/** Without /etc/hosts; `dns.lookup` would block a libuv thread that file reads share. */
export const resolveByDns: Resolve = async (host) => {
  if (isIP(host)) return [host];
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
  const addresses = [v4, v6].flatMap((result) => (result.status === 'fulfilled' ? result.value : []));
  if (addresses.length === 0) throw v4.status === 'rejected' ? v4.reason : (v6 as PromiseRejectedResult).reason;
  return addresses;
};

export const resolveBySystem: Resolve = async (host) =>
  (await lookup(host, { all: true })).map(({ address }) => address);
