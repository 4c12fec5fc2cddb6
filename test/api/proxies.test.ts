import { describe, expect, it } from 'vitest';
import { clientOf, parseTrustedProxies } from '../../src/api/proxies.js';

describe('parseTrustedProxies', () => {
  it('takes addresses, ranges and names of ranges', () => {
    expect(parseTrustedProxies('10.0.0.7, 192.168.0.0/16,loopback,2001:db8::/32,::1')).toEqual([
      '10.0.0.7',
      '192.168.0.0/16',
      'loopback',
      '2001:db8::/32',
      '::1',
    ]);
  });

  it.each([
    '',
    ' , ',
    'proxy.example.org',
    '10.0.0',
    '10.0.0.0/33',
    '2001:db8::/129',
    '10.0.0.0/8/8',
    '10.0.0.0/',
    'true',
    '1',
    '*',
  ])('refuses %j', (text) => expect(() => parseTrustedProxies(text)).toThrow(RangeError));

  it.each(['0.0.0.0/0', '::/0', '10.0.0.7,::/00'])('refuses to trust everybody: %s', (text) => {
    expect(() => parseTrustedProxies(text)).toThrow(/would trust everybody/);
  });
});

describe('clientOf', () => {
  it.each([
    ['IPv4', '203.0.113.7', '203.0.113.7'],
    ['IPv4 written as IPv6', '::ffff:203.0.113.7', '203.0.113.7'],
    ['the same, in capitals', '::FFFF:203.0.113.7', '203.0.113.7'],
    ['the same, in hexadecimal', '::ffff:cb00:7107', '203.0.113.7'],
    ['IPv4 with a port, as some proxies write it', '203.0.113.7:50123', '203.0.113.7'],
    ['IPv6 by its first 64 bits', '2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['another address of the same /64', '2001:DB8:1:2:ffff::1', '2001:db8:1:2::'],
    ['IPv6 in brackets, with a port', '[2001:db8:1:2:3:4:5:6]:443', '2001:db8:1:2::'],
    ['IPv6 with a zone', 'fe80::1%eth0', 'fe80::'],
    ['IPv6 with a zone of another name', 'fe80::1%br_lan', 'fe80::'],
    ['nonsense', 'hello', 'unknown'],
    ['other nonsense', '_hidden', 'unknown'],
    ['nothing', '', 'unknown'],
    ['a socket that is closed', undefined, 'unknown'],
  ])('%s', (_name, address, client) => expect(clientOf(address)).toBe(client));

  it('tells neighbours apart: another /64, another IPv4 address', () => {
    expect(clientOf('2001:db8:1:3::1')).not.toBe(clientOf('2001:db8:1:2::1'));
    expect(clientOf('203.0.113.8')).not.toBe(clientOf('203.0.113.7'));
  });
});
