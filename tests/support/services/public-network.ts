import { createServer } from 'node:https';
import { type AddressInfo, isIPv6, type LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { Network } from '#api/kernel/network-reach.ts';
import { createCertificate } from './certificate.ts';

type Handler = Parameters<typeof createServer>[1];

export interface PublicNetwork {
  /** For the product: names resolve as in `records`, and permitted addresses lead to the server. */
  network: Network;
  /** Addresses by name; several answers are given in turn, and the last one is repeated. */
  records: Map<string, readonly (readonly string[])[]>;
  /** Addresses without a route from here. */
  unreachable: Set<string>;
  /** Names resolved so far. */
  resolved: string[];
  /** Public addresses that sockets were allowed to connect to so far, joined for each connection. */
  permitted: string[];
  /** `https://name:port`. */
  getOrigin(name: string): string;
  /** Forgets what was resolved and permitted, and sets the answers for a name. */
  resolveTo(name: string, ...answers: (readonly string[])[]): void;
  close(): Promise<void>;
}

/**
 * A server with a certificate for names, and a network with a resolver of its own on which it stands at public addresses. The product's rule
 * stays in between: what it does not pass on is not connected to.
 */
export async function openPublicNetwork(names: readonly string[], handle: Handler): Promise<PublicNetwork> {
  const certificate = createCertificate(names);
  const server = createServer(certificate, handle);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const { port } = server.address() as AddressInfo;
  const records: PublicNetwork['records'] = new Map();
  const unreachable = new Set<string>();
  const resolved: string[] = [];
  const permitted: string[] = [];
  const family = (address: string) => (isIPv6(address) ? 6 : 4);

  // Nothing listens at ::1.
  const leadHere = (address: string) => (unreachable.has(address) ? '::1' : '127.0.0.1');
  const route =
    (lookup: LookupFunction): LookupFunction =>
    (hostname, options, callback) =>
      lookup(hostname, { ...options, all: true }, (error, found) => {
        if (error !== null || !Array.isArray(found)) return callback(error, '', 0);
        permitted.push(found.map(({ address }) => address).join(' '));
        const here = found.map(({ address }) => leadHere(address));
        const [first = ''] = here;
        if (!options.all) return callback(null, first, family(first));
        return callback(
          null,
          here.map((address) => ({ address, family: family(address) })),
        );
      });

  const network: Network = {
    lookup(hostname, _options, callback) {
      const answers = records.get(hostname) ?? [];
      const asked = resolved.filter((name) => name === hostname).length;
      resolved.push(hostname);
      const addresses = answers[Math.min(asked, answers.length - 1)];
      if (addresses === undefined)
        return callback(Object.assign(new Error('No such name.'), { code: 'ENOTFOUND' }), []);
      return callback(
        null,
        addresses.map((address) => ({ address, family: family(address) })),
      );
    },
    buildConnector(options) {
      const { lookup } = options as { lookup?: LookupFunction };
      if (lookup === undefined) throw new Error('The connector was given no lookup.');
      return buildConnector({ ...options, ca: certificate.cert, lookup: route(lookup) });
    },
  };
  return {
    network,
    records,
    unreachable,
    resolved,
    permitted,
    getOrigin: (name) => `https://${name}:${port}`,
    resolveTo(name, ...answers) {
      records.set(name, answers);
      resolved.length = 0;
      permitted.length = 0;
    },
    close: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/** Answers of a resolver of which at least one address must not be reached, each with its title. */
export const forbiddenAnswers = [
  ['127.0.0.1'],
  ['10.0.0.8'],
  ['192.168.1.1'],
  ['169.254.169.254'],
  ['::1'],
  ['fd00:ec2::254'],
  ['::ffff:127.0.0.1'],
  ['::ffff:7f00:1'],
  ['::ffff:169.254.169.254'],
  ['64:ff9b::7f00:1'],
  ['8.8.8.8', '10.0.0.8'],
  ['2606:4700::1111', '127.0.0.1'],
  ['::1', '8.8.8.8'],
].map((addresses) => [addresses.join(' and '), addresses] as const);
