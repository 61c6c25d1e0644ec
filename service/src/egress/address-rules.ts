import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import { EgressFailure } from '../ports/egress.ts';

export type AddressRules = {
  /** Addresses and ranges that the operator allows, even private ones. */
  allow: readonly string[];
  allowLoopback: boolean;
};

type Range = ReturnType<typeof ipaddr.parseCIDR>;

// The only part of IPv6 that is assigned to the public internet. Outside it are, for example, ::127.0.0.1 and reserved
// ranges that have no name.
const PUBLIC_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/**
 * Returns a function that tells whether the service may connect to an address: one of the public internet, or
 * one that the operator allows.
 */
export const addressRules = ({ allow, allowLoopback }: AddressRules): ((address: string) => boolean) => {
  const allowed = allow.map(parseRange);
  return (text) => {
    // Refuse an abbreviated address: the parser would read 1.2.3 as 1.2.0.3.
    if (!isIP(text)) return false;
    const address = ipaddr.parse(text);
    if (allowed.some(([base, bits]) => base.kind() === address.kind() && address.match(base, bits)))
      return true;
    const range = address.range();
    if (range === 'loopback') return allowLoopback;
    return range === 'unicast' && (address.kind() === 'ipv4' || address.match(...PUBLIC_IPV6));
  };
};

export const forbidden = () =>
  new EgressFailure(
    'forbidden',
    'The address is private or reserved, so the service does not connect to it.',
  );

const parseRange = (text: string): Range => {
  if (text.includes('/')) return ipaddr.parseCIDR(text);
  const address = ipaddr.parse(text);
  return [address, address.kind() === 'ipv4' ? 32 : 128];
};
