import ipaddr from 'ipaddr.js';

const SUBSCRIBER_PARTS = 4;

/**
 * Returns the address under which calls and attempts are counted. For IPv6 that is the /64 network, because one
 * subscriber can use all its addresses.
 */
export const callerAddress = ({ ip }: { ip: string }): string => {
  if (!ipaddr.isValid(ip)) return ip;
  const address = ipaddr.process(ip);
  if (address.kind() === 'ipv4') return address.toString();
  const { parts } = address as ipaddr.IPv6;
  return `${parts
    .slice(0, SUBSCRIBER_PARTS)
    .map((part) => part.toString(16))
    .join(':')}::/64`;
};
