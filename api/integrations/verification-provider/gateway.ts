import type { CheckProblem } from './result.ts';

/** Timeout of one check, including the body. Issuers take seconds. */
const timeoutMs = 15_000;
/** Far above any response of the gateway. */
const maxResponseBytes = 256 * 1_024;

export type GatewayOptions = { baseUrl: string; token: string; timeoutMs?: number };

export type GatewayAnswer =
  | { ok: true; status: number; body: unknown }
  | { ok: false; problem: CheckProblem; status: number | null; retryAfterSeconds: number | null };

/** Reads no further than the cap: a stream without end must not fill the memory. */
async function readCapped(response: Response): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  if (response.body === null) return '';
  // Leaving the loop early cancels the stream.
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > maxResponseBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function retryAfter(response: Response): number | null {
  const seconds = Number(response.headers.get('Retry-After') ?? Number.NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(Math.ceil(seconds), 86_400) : null;
}

function getProblem(status: number): CheckProblem {
  if (status === 401 || status === 403) return 'unauthorised';
  if (status === 429) return 'rateLimited';
  return status >= 400 && status < 500 ? 'refused' : 'status';
}

/**
 * One call of the gateway. Never throws or retries: every failure is a result, and jobs retry. Redirects are not followed, because they
 * would forward the token.
 */
export async function callGateway(
  options: GatewayOptions,
  call: { method: 'GET' | 'POST'; path: string; body?: unknown },
): Promise<GatewayAnswer> {
  const signal = AbortSignal.timeout(options.timeoutMs ?? timeoutMs);
  const failed = (
    problem: CheckProblem,
    status: number | null = null,
    retryAfterSeconds: number | null = null,
  ) => ({ ok: false, problem, status, retryAfterSeconds }) as const;
  try {
    const response = await fetch(`${options.baseUrl.replace(/\/+$/, '')}${call.path}`, {
      method: call.method,
      headers: { Accept: 'application/json', 'Content-Type': 'application/json', token: options.token },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      redirect: 'manual',
      signal,
    });
    if (!response.ok) {
      await response.body?.cancel();
      return failed(getProblem(response.status), response.status, retryAfter(response));
    }
    const text = await readCapped(response);
    if (text === undefined) return failed('unreadable', response.status);
    try {
      return { ok: true, status: response.status, body: JSON.parse(text) };
    } catch {
      return failed('unreadable', response.status);
    }
  } catch {
    return failed(signal.aborted ? 'timeout' : 'unreachable');
  }
}
