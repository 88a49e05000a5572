import { isIPv6 } from 'node:net';

/** The eight groups of an IPv6 address, without leading zeros; an embedded IPv4 address fills two. */
function getGroups(ip: string): string[] {
  // URL normalises an address to its shortest hexadecimal form.
  const short = new URL(`http://[${ip.replace(/%.*$/, '')}]`).hostname.slice(1, -1);
  const [head = '', tail] = short.split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  return [...before, ...Array(8 - before.length - after.length).fill('0'), ...after];
}

/**
 * Address for rate limits: an IPv4 address itself, an IPv6 address as its /64, because a subscriber controls a whole
 * one. Anything else is unchanged.
 */
export function countedAddress(ip: string): string {
  return isIPv6(ip) ? `${getGroups(ip).slice(0, 4).join(':')}::/64` : ip;
}

/** Network for rate limits: of an IPv6 address its /48, the largest that a subscriber gets. Anything else is unchanged. */
export function countedNetwork(ip: string): string {
  return isIPv6(ip) ? `${getGroups(ip).slice(0, 3).join(':')}::/48` : ip;
}
