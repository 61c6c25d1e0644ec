import { lookup, Resolver } from 'node:dns/promises';

export type ResolveName = (name: string) => Promise<string[]>;

/**
 * Resolves all addresses of a name with DNS, over sockets of its own. Only local names and names that DNS
 * does not know go to the system's resolver (hosts file, search domains). That one runs in two threads that
 * the whole process shares: two names whose servers do not respond would also block the resolution of the
 * database's name.
 */
export const nameResolver = (options: { timeoutMs: number; servers?: string[] }): ResolveName => {
  const resolver = new Resolver({ timeout: options.timeoutMs, tries: 2 });
  if (options.servers) resolver.setServers(options.servers);
  return async (name) => {
    if (isLocal(name)) return fromSystem(name);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    const addresses = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
    if (addresses.length > 0) return addresses;
    const unanswered = answers.find((answer) => answer.status === 'rejected' && !isUnknown(answer.reason));
    if (unanswered?.status === 'rejected') throw unanswered.reason;
    return fromSystem(name);
  };
};

const fromSystem = async (name: string) => (await lookup(name, { all: true })).map(({ address }) => address);

const isLocal = (name: string): boolean => {
  const labels = name.replace(/\.$/, '').split('.');
  return labels.length === 1 || labels.at(-1) === 'localhost';
};

// ECONNREFUSED: this machine has no name server.
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA', 'ECONNREFUSED']);
const isUnknown = (error: unknown): boolean =>
  error instanceof Error && UNKNOWN.has(String((error as { code?: unknown }).code));
