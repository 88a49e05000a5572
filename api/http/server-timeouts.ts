import type { ServerOptions } from 'node:http';

/**
 * How long a server waits for a request. A picture of 10 MB over a line of 50 kilobits takes 27 minutes, and Node by itself cuts
 * every request after five. Whoever does not even say what is wanted is let go much sooner: the head of a request is short.
 *
 * @param minuteMs what counts as a minute, for trying it out faster
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
