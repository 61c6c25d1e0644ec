import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressRules } from '../../src/egress/address-rules.ts';

const FORBIDDEN = {
  'this network': ['0.0.0.0', '0.1.2.3'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'link-local': ['169.254.169.254', 'fe80::1', 'febf::1'],
  'carrier-grade NAT': ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  reserved: ['240.0.0.1', '192.0.0.1', '192.88.99.1', '4000::1', 'e000::1', '5f00::1', '100::1'],
  documentation: ['192.0.2.1', '198.51.100.1', '203.0.113.1', '2001:db8::1', '3fff::1'],
  benchmarking: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  'special services': ['192.52.193.1', '192.31.196.1', '192.175.48.1', '2620:4f:8000::1', '2001:3::1'],
  unspecified: ['::'],
  'unique local': ['fc00::1', 'fd12:3456::1'],
  'site-local': ['fec0::1'],
  'IPv4 inside IPv6': [
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '::ffff:0:127.0.0.1',
    '::127.0.0.1',
    '::8.8.8.8',
    '64:ff9b::7f00:1',
    '64:ff9b::8.8.8.8',
    '64:ff9b:1::1',
    '2002:7f00:1::1',
    '2001:0:7f00:1::1',
  ],
};

const isPublic = addressRules({ allow: [], allowLoopback: false });

for (const [kind, addresses] of Object.entries(FORBIDDEN))
  test(`no ${kind} address may be reached`, () => {
    for (const address of addresses) assert.equal(isPublic(address), false, address);
  });

test('public addresses may be reached', () => {
  for (const address of [
    '1.1.1.1',
    '172.15.255.255',
    '172.32.0.1',
    '100.128.0.1',
    '2606:4700::1111',
    '2a00::1',
  ])
    assert.equal(isPublic(address), true, address);
});

test('a text that is not an address may not be reached', () => {
  for (const text of ['', 'example.com', '1.2.3', 'fe80::1%eth0', '127.0.0.1 ', '0x7f.1'])
    assert.equal(isPublic(text), false, text);
});

test('loopback is allowed alone', () => {
  const isAllowed = addressRules({ allow: [], allowLoopback: true });
  for (const address of ['127.0.0.1', '127.8.8.8', '::1']) assert.equal(isAllowed(address), true, address);
  for (const address of ['10.0.0.1', '0.0.0.0', '::', '::ffff:127.0.0.1', '169.254.169.254'])
    assert.equal(isAllowed(address), false, address);
});

test('the operator allows single addresses and ranges, and nothing beside them', () => {
  const isAllowed = addressRules({
    allow: ['10.1.0.0/16', '192.168.7.7', 'fd00:1::/32'],
    allowLoopback: false,
  });
  for (const address of ['10.1.2.3', '192.168.7.7', 'fd00:1::5', '8.8.8.8'])
    assert.equal(isAllowed(address), true, address);
  for (const address of ['10.2.0.1', '192.168.7.8', 'fd00:2::5', '127.0.0.1', '::ffff:10.1.2.3'])
    assert.equal(isAllowed(address), false, address);
});
