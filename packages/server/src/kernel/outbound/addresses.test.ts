import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addressCheck, parseAllowances, refusedRangeOf } from './addresses.ts';

describe('addresses', () => {
  it.each([
    ['0.0.0.0', 'unspecified'],
    ['10.255.255.255', 'private'],
    ['100.64.0.1', 'carrier-nat'],
    ['100.127.255.255', 'carrier-nat'],
    ['127.0.0.1', 'loopback'],
    ['127.255.0.9', 'loopback'],
    ['169.254.169.254', 'link-local'],
    ['172.16.0.1', 'private'],
    ['172.31.255.255', 'private'],
    ['192.168.1.1', 'private'],
    ['198.19.0.1', 'benchmark'],
    ['224.0.0.251', 'multicast'],
    ['255.255.255.255', 'reserved'],
    ['::', 'unspecified'],
    ['::1', 'loopback'],
    ['::7f00:1', 'ipv4-in-ipv6'],
    ['::ffff:8.8.8.8', 'ipv4-in-ipv6'],
    ['::ffff:127.0.0.1', 'ipv4-in-ipv6'],
    ['::ffff:0:7f00:1', 'ipv4-in-ipv6'],
    ['64:ff9b::7f00:1', 'ipv4-in-ipv6'],
    ['64:ff9b:1::1', 'ipv4-in-ipv6'],
    ['2002:7f00:1::', 'ipv4-in-ipv6'],
    ['2001:0:1::1', 'ipv4-in-ipv6'],
    ['100::1', 'reserved'],
    ['fc00::1', 'private'],
    ['fdff:ffff::1', 'private'],
    ['fe80::1', 'link-local'],
    ['fe80::1%eth0', 'link-local'],
    ['ff02::fb', 'multicast'],
    ['school.example', 'not-an-address'],
  ])('%s is refused as %s', (address, range) => {
    expect(refusedRangeOf(address)).toBe(range);
  });

  it.each([
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '223.255.255.255',
    '2600::1',
    '2a02:8100::5',
  ])('%s is an ordinary address', (address) => {
    expect(refusedRangeOf(address)).toBeNull();
  });

  it('no IPv4 address becomes reachable by writing it into an IPv6 address', () => {
    const hex = fc.integer({ min: 0, max: 0xffff }).map((value) => value.toString(16));
    const prefix = fc.constantFrom('::ffff:', '::ffff:0:', '64:ff9b::', '::');
    fc.assert(fc.property(prefix, hex, hex, (start, high, low) => refusedRangeOf(`${start}${high}:${low}`) !== null));
  });

  it('an allowed network opens itself and nothing beside it', () => {
    const { networks, plainHosts } = parseAllowances(
      '10.20.0.0/16, fd00:1::/32 192.168.1.5 http://Cloud.School.lan:8080/x',
    );
    const check = addressCheck(networks);
    expect(['10.20.3.4', 'fd00:1::9', '192.168.1.5', '8.8.8.8'].map(check)).toEqual([null, null, null, null]);
    expect(['10.21.0.1', 'fd00:2::9', '192.168.1.6'].map(check)).toEqual(['private', 'private', 'private']);
    expect(['::ffff:10.20.3.4', '::ffff:a15:1'].map(check)).not.toContain(undefined);
    expect(plainHosts).toEqual(['cloud.school.lan:8080']);
  });

  it.each(['10.0.0.0/33', 'fd00::/129', 'https://school.example', 'school.example', '10.0.0.0/8/8', '10.0.0.0/x'])(
    'the setting %s is refused by name',
    (entry) => {
      expect(() => parseAllowances(`127.0.0.1 ${entry}`)).toThrow(entry);
    },
  );
});
