import { z } from 'zod';
import type { FileScannerEnv } from '../integrations/file-scanner/file-scanner.ts';

/** `host:port`, or `[address]:port` of IPv6; undefined for any other text. */
function parseAddress(value: string): FileScannerEnv | undefined {
  const [, host = '', digits] =
    /^(?:tcp:\/\/)?(\[[0-9a-fA-F:.]+\]|[A-Za-z0-9.-]+):(\d{1,5})$/.exec(value) ?? [];
  const port = Number(digits);
  return port >= 1 && port <= 65_535 ? { host: host.replace(/^\[|\]$/g, ''), port } : undefined;
}

export const fileScannerVariables = z.object({
  CLAMAV_URL: z
    .string()
    .refine((value) => parseAddress(value) !== undefined, { error: 'must be host:port, such as clamav:3310' })
    .optional(),
});

/** Undefined without a scanner. */
export const fileScannerEnv = ({
  CLAMAV_URL,
}: z.output<typeof fileScannerVariables>): FileScannerEnv | undefined =>
  CLAMAV_URL === undefined ? undefined : parseAddress(CLAMAV_URL);
