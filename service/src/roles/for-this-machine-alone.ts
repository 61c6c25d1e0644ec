import ipaddr from 'ipaddr.js';
import type { Config } from '../config.ts';

/** Nobody from elsewhere can reach it: neither directly, nor through a proxy, nor by a public name. */
export const isForThisMachineAlone = ({
  host,
  publicUrl,
  trustedProxies,
}: Pick<Config, 'host' | 'publicUrl' | 'trustedProxies'>): boolean =>
  isLoopback(host) &&
  trustedProxies.length === 0 &&
  (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')));

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');
