import { request } from 'undici';
import { agentWithin, type Network, type NetworkReach, reachProblem } from '../../kernel/network-reach.ts';
import { type StreamTarget, streamSignature } from './target.ts';

const timeoutMs = 10_000;

function getReason(error: unknown): string {
  const { code, cause } = error as { code?: string; cause?: { code?: string } };
  if ([code, cause?.code].includes('ENOTPUBLIC')) return 'The receiver is not on a public address';
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return 'The receiver did not respond within 10 seconds';
  return `The receiver cannot be reached (${code ?? cause?.code ?? 'no connection'})`;
}

/**
 * Sends JSON lines. The receiver’s name is resolved for each delivery, and only a checked address is connected to; redirects are not
 * followed, and the response is not read.
 * @returns why it failed, or null
 */
export async function sendBatch(
  { url, secret, formerSecret }: StreamTarget,
  body: string,
  {
    reach,
    network,
    now,
    isFormerValid,
  }: { reach: NetworkReach; network: Network | undefined; now: Date; isFormerValid: boolean },
): Promise<string | null> {
  const problem = reachProblem(url, reach);
  if (problem !== undefined) return 'The URL of the receiver is not permitted';
  const agent = agentWithin(reach, { connectTimeoutMs: timeoutMs }, network);
  const secrets = isFormerValid && formerSecret !== undefined ? [secret, formerSecret] : [secret];
  try {
    const response = await request(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-ndjson',
        'User-Agent': 'Assay',
        'X-Assay-Signature': streamSignature(body, secrets, now),
      },
      body,
      dispatcher: agent,
      signal: AbortSignal.timeout(timeoutMs),
    });
    // A destroyed body emits a further error, which would end the process if unhandled.
    response.body.on('error', () => undefined);
    response.body.destroy();
    const { statusCode } = response;
    return statusCode >= 200 && statusCode < 300 ? null : `The receiver responded with ${statusCode}`;
  } catch (error) {
    return getReason(error);
  } finally {
    await agent.destroy();
  }
}
