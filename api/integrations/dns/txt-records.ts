import { Resolver } from 'node:dns/promises';

/** TXT records of a name, each as one text; empty if there are none. Undefined if no name server responded. */
export type ReadTxtRecords = (name: string) => Promise<string[] | undefined>;

const timeoutMs = 3000;

/** @param server `address:port` of the name server; default: the system's */
export function createTxtReader(server?: string): ReadTxtRecords {
  const resolver = new Resolver({ timeout: timeoutMs, tries: 2 });
  if (server !== undefined) resolver.setServers([server]);
  return async (name) => {
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const { code } = error as { code?: string };
      return code === 'ENOTFOUND' || code === 'ENODATA' ? [] : undefined;
    }
  };
}
