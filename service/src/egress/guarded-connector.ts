import { isIP, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import { EgressFailure } from '../ports/egress.ts';
import { forbidden } from './address-rules.ts';
import type { ResolveName } from './name-resolver.ts';

type Connector = ReturnType<typeof buildConnector>;

const CONNECT_TIMEOUT_MS = 10_000;

/**
 * Opens connections to allowed addresses only. It connects to the very addresses that it checked. A second resolution
 * could return other addresses for the name (DNS rebinding).
 */
export const guardedConnector = (
  isAllowed: (address: string) => boolean,
  resolveName: ResolveName,
): Connector => {
  const lookup: LookupFunction = (name, options, callback) => {
    checkedAddresses(name, isAllowed, resolveName).then(
      (addresses) => {
        const entries = addresses.map((address) => ({ address, family: isIP(address) }));
        const [first] = entries;
        if (options.all) callback(null, entries);
        else callback(null, first!.address, first!.family);
      },
      (failure: Error) => callback(failure, []),
    );
  };
  // HTTP/2 would put many requests on one connection, and nothing here needs that.
  const connect = buildConnector({ allowH2: false, timeout: CONNECT_TIMEOUT_MS, lookup });

  return (options, callback) => {
    // A literal address skips the lookup, so it is checked here.
    if (isIP(options.hostname) && !isAllowed(options.hostname)) {
      callback(forbidden(), null);
      return;
    }
    connect(options, (error, socket) => {
      if (error) {
        callback(error, null);
      } else if (!isAllowed(socket.remoteAddress ?? '')) {
        // The checks above should already refuse such an address. This one checks the address that the system
        // really connected to.
        socket.destroy();
        callback(forbidden(), null);
      } else {
        callback(null, socket);
      }
    });
  };
};

/** Resolves a name. One forbidden address among several forbids the name, because such a mixture suggests an attack. */
const checkedAddresses = async (
  name: string,
  isAllowed: (address: string) => boolean,
  resolveName: ResolveName,
): Promise<string[]> => {
  const addresses = await resolveName(name).catch((error: unknown) => {
    throw new EgressFailure(
      'unresolved',
      `The host name ${name} could not be resolved. Check the URL, or try again later.`,
      error,
    );
  });
  if (addresses.length === 0)
    throw new EgressFailure('unresolved', `The host name ${name} has no address. Check the URL.`);
  if (!addresses.every(isAllowed)) throw forbidden();
  return addresses;
};
