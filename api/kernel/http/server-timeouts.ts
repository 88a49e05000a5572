import type { ServerOptions } from 'node:http';

/**
 * Timeouts of requests to a server. 10 MB at 50 kbit/s take 27 minutes, but Node by default aborts every request after
 * five. Headers are short and time out much sooner.
 *
 * @param minuteMs length of a minute, shortened by tests
 */
export function serverTimeouts(
  minuteMs = 60_000,
): Required<Pick<ServerOptions, 'headersTimeout' | 'requestTimeout' | 'connectionsCheckingInterval'>> {
  return {
    headersTimeout: minuteMs / 3,
    requestTimeout: 40 * minuteMs,
    connectionsCheckingInterval: minuteMs / 6,
  };
}
