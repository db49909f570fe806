import { BlockList, isIP } from 'node:net';

/** Why an address is not dialled unless the operator allows its network. */
export type RefusedRange =
  | 'benchmark'
  | 'carrier-nat'
  | 'documentation'
  | 'ipv4-in-ipv6'
  | 'link-local'
  | 'loopback'
  | 'multicast'
  | 'not-an-address'
  | 'private'
  | 'reserved'
  | 'unspecified';

type Range = readonly [network: string, prefix: number, range: RefusedRange];

/** IANA special-purpose registry: addresses outside of it are dialled. */
const IPV4_RANGES: readonly Range[] = [
  ['0.0.0.0', 8, 'unspecified'],
  ['10.0.0.0', 8, 'private'],
  ['100.64.0.0', 10, 'carrier-nat'],
  ['127.0.0.0', 8, 'loopback'],
  ['169.254.0.0', 16, 'link-local'],
  ['172.16.0.0', 12, 'private'],
  ['192.0.0.0', 24, 'reserved'],
  ['192.0.2.0', 24, 'documentation'],
  ['192.31.196.0', 24, 'reserved'],
  ['192.52.193.0', 24, 'reserved'],
  ['192.88.99.0', 24, 'ipv4-in-ipv6'],
  ['192.168.0.0', 16, 'private'],
  ['192.175.48.0', 24, 'reserved'],
  ['198.18.0.0', 15, 'benchmark'],
  ['198.51.100.0', 24, 'documentation'],
  ['203.0.113.0', 24, 'documentation'],
  ['224.0.0.0', 4, 'multicast'],
  ['240.0.0.0', 4, 'reserved'],
];

/**
 * For IPv6 the other way around: only global unicast (2000::/3) without these is dialled; the rest is named for the
 * message.
 */
const IPV6_RANGES: readonly Range[] = [
  ['::', 128, 'unspecified'],
  ['::1', 128, 'loopback'],
  ['::ffff:0:0', 96, 'ipv4-in-ipv6'],
  ['::ffff:0:0:0', 96, 'ipv4-in-ipv6'],
  ['::', 96, 'ipv4-in-ipv6'],
  ['64:ff9b::', 96, 'ipv4-in-ipv6'],
  ['64:ff9b:1::', 48, 'ipv4-in-ipv6'],
  ['2001::', 32, 'ipv4-in-ipv6'],
  ['2001::', 23, 'reserved'],
  ['2001:db8::', 32, 'documentation'],
  ['2002::', 16, 'ipv4-in-ipv6'],
  ['3fff::', 20, 'documentation'],
  ['fc00::', 7, 'private'],
  ['fe80::', 10, 'link-local'],
  ['fec0::', 10, 'private'],
  ['ff00::', 8, 'multicast'],
];

const ipv4Lists = toLists(IPV4_RANGES, 'ipv4');
const ipv6Lists = toLists(IPV6_RANGES, 'ipv6');
const globalUnicast = new BlockList();
globalUnicast.addSubnet('2000::', 3, 'ipv6');

function toLists(ranges: readonly Range[], family: 'ipv4' | 'ipv6'): readonly [BlockList, RefusedRange][] {
  return ranges.map(([network, prefix, range]) => {
    const list = new BlockList();
    list.addSubnet(network, prefix, family);
    return [list, range];
  });
}

/** The special range of an address, `null` for an ordinary internet address. */
export function refusedRangeOf(address: string): RefusedRange | null {
  const family = isIP(address);
  if (family === 4) return ipv4Lists.find(([list]) => list.check(address, 'ipv4'))?.[1] ?? null;
  if (family !== 6) return 'not-an-address';
  // An address with a zone (fe80::1%eth0) is only meaningful on this machine.
  if (address.includes('%')) return 'link-local';
  // BlockList compares mapped IPv4 addresses with IPv4 rules, so these lists hold IPv6 rules only.
  const named = ipv6Lists.find(([list]) => list.check(address, 'ipv6'))?.[1];
  if (named !== undefined) return named;
  return globalUnicast.check(address, 'ipv6') ? null : 'reserved';
}

/** What the operator allows beyond https to the internet. */
export interface Allowances {
  /** CIDR networks that may be dialled although they are private: `10.20.0.0/16`, `fd00:1::/32`. */
  readonly networks: readonly string[];
  /** `host` or `host:port` that may be requested over plain http. */
  readonly plainHosts: readonly string[];
}

export const NO_ALLOWANCES: Allowances = { networks: [], plainHosts: [] };

/**
 * The operator's setting, entries separated by commas or blanks: a network in CIDR notation (`10.20.0.0/16`), one
 * address (`192.168.1.5`), or an origin that may be requested without TLS (`http://cloud.school.lan:8080`). Throws an
 * Error that names an invalid entry.
 */
export function parseAllowances(text: string): Allowances {
  const networks: string[] = [];
  const plainHosts: string[] = [];
  for (const entry of text.split(/[\s,]+/).filter((part) => part !== '')) {
    if (entry.startsWith('http://') && URL.canParse(entry)) plainHosts.push(new URL(entry).host);
    else if (isNetwork(entry)) networks.push(entry);
    else throw new Error(`outbound allowance: "${entry}" is neither a network (10.0.0.0/8) nor an http:// origin`);
  }
  return { networks, plainHosts };
}

function isNetwork(entry: string): boolean {
  const [address = '', prefix, rest] = entry.split('/');
  const family = isIP(address);
  if (family === 0 || address.includes('%') || rest !== undefined) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (family === 4 ? 32 : 128));
}

/** The decision for one address: `null` when it may be dialled, else the range for which it is refused. */
export function addressCheck(networks: readonly string[]): (address: string) => RefusedRange | null {
  const allowed = { ipv4: new BlockList(), ipv6: new BlockList() };
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (prefix === undefined) allowed[type].addAddress(address, type);
    else allowed[type].addSubnet(address, Number(prefix), type);
  }
  return (address) => {
    const type = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    const range = refusedRangeOf(address);
    if (range === null || range === 'not-an-address' || address.includes('%')) return range;
    return allowed[type].check(address, type) ? null : range;
  };
}
