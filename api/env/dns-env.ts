import { isIP } from 'node:net';
import { z } from 'zod';

/** `address:port`, or `[address]:port` of IPv6, or an address alone. */
function isServer(value: string): boolean {
  const [, inBrackets, plain] = /^(?:\[([0-9a-fA-F:]+)\]|([^:]+))(?::\d{1,5})?$/.exec(value) ?? [];
  return isIP(inBrackets ?? plain ?? '') !== 0;
}

export const dnsVariables = z.object({
  DNS_SERVER: z
    .string()
    .refine(isServer, { error: 'must be an IP address, with :port if it is not 53' })
    .optional(),
});
