import ipaddr from 'ipaddr.js';
import type { Config } from '../../config.ts';

/** Returns whether only this machine can reach the service: it listens on loopback and has no public address. */
export const isLoopbackOnly = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>): boolean =>
  isLoopback(host) &&
  (publicUrl === undefined || isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, '')));

const isLoopback = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && ipaddr.parse(host).range() === 'loopback');
