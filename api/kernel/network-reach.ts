import { type LookupAddress, type LookupAllOptions, lookup } from 'node:dns';
import { BlockList, isIPv6, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';

/**
 * Addresses that requests to addresses of others must not reach: loopback, private networks and reserved ranges. Source: IANA special-purpose
 * registries. One list for each family: in a common one `::/3` would contain every IPv4 address, as `::ffff:0:0/96`.
 */
const notPublic = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const) {
  notPublic.ipv4.addSubnet(network, bits, 'ipv4');
}
// Everything but 2000::/3, the public range, and its ranges that map to IPv4.
for (const [network, bits] of [
  ['::', 3],
  ['4000::', 2],
  ['8000::', 1],
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  notPublic.ipv6.addSubnet(network, bits, 'ipv6');
}

/** IPv4 addresses written as IPv6, which resolvers return to sockets of both families (RFC 4291, 2.5.5.2). */
const mapped = new BlockList();
mapped.addSubnet('::ffff:0:0', 96, 'ipv6');

/** Whether an IP address is public. A mapped one is if the IPv4 address in it is. */
function isPublicAddress(address: string): boolean {
  const family = isIPv6(address) ? 'ipv6' : 'ipv4';
  const isMapped = family === 'ipv6' && mapped.check(address, family);
  return !notPublic[isMapped ? 'ipv4' : family].check(address, family);
}

/** Which addresses and protocols a request to an address that a user or operator entered may use. */
export interface NetworkReach {
  isAllowed: (address: string) => boolean;
  protocols: readonly string[];
}

/** Outside the sandbox: public addresses by https. */
export const publicReach: NetworkReach = { isAllowed: isPublicAddress, protocols: ['https:'] };

/** In the sandbox: additionally its own services on this machine. */
export const sandboxReach: NetworkReach = {
  isAllowed: (address) => /^127\.|^::1$/.test(address) || isPublicAddress(address),
  protocols: ['https:', 'http:'],
};

/** Name resolution and connections; the rule applies whichever they are. */
export interface Network {
  /** Resolves a name to all its addresses. */
  lookup: (
    hostname: string,
    options: LookupAllOptions,
    callback: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void;
  /** Makes the connections of an agent, to addresses from the lookup that it is given. */
  buildConnector: (options: buildConnector.BuildOptions) => buildConnector.connector;
}

/** The system’s resolver and sockets. */
const systemNetwork: Network = { lookup, buildConnector };

/** Resolves a name to permitted addresses only; connecting to the checked address prevents DNS rebinding. */
function lookupWithin(isAllowed: (address: string) => boolean, network: Network): LookupFunction {
  return (hostname, options, callback) => {
    network.lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, '', 0);
      const [disallowed] = addresses.filter(({ address }) => !isAllowed(address));
      const [first] = addresses;
      if (disallowed !== undefined || first === undefined) {
        const fault: NodeJS.ErrnoException = new Error('The address is not a public one.');
        fault.code = 'ENOTPUBLIC';
        return callback(fault, '', 0);
      }
      return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}

/**
 * An agent whose names are resolved to permitted addresses only; a request to another one fails with ENOTPUBLIC. Addresses in URLs are
 * not resolved: check them with `reachProblem`. The caller destroys the agent.
 */
export function agentWithin(
  { isAllowed }: NetworkReach,
  {
    connectTimeoutMs,
    ...timeouts
  }: { connectTimeoutMs: number; bodyTimeout?: number; headersTimeout?: number },
  network: Network = systemNetwork,
): Agent {
  const connect = network.buildConnector({
    lookup: lookupWithin(isAllowed, network),
    timeout: connectTimeoutMs,
  });
  return new Agent({ connect, ...timeouts });
}

/** Why a URL is out of reach, as far as that shows without resolving its name; undefined if it does not. */
export function reachProblem(
  text: string,
  { isAllowed, protocols }: NetworkReach,
): 'notUrl' | 'protocol' | 'notPublic' | undefined {
  if (!URL.canParse(text)) return 'notUrl';
  const url = new URL(text);
  if (!protocols.includes(url.protocol)) return 'protocol';
  // IP addresses are not resolved, so they are checked here.
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return /^[\d.]+$|:/.test(host) && !isAllowed(host) ? 'notPublic' : undefined;
}
