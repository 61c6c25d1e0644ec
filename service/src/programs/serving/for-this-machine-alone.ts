import ipaddr from 'ipaddr.js';
import type { Config } from '../../config.ts';

/** Nobody from elsewhere is meant to reach it: neither directly nor by a public name. */
export const isForThisMachineAlone = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  isLoopback(host) &&
  (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')));

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');
