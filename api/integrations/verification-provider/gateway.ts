import { readCapped } from '../../kernel/http/read-capped.ts';
import type { CheckProblem } from './result.ts';

/** Timeout of one check, including the body. Issuers take seconds. */
const timeoutMs = 15_000;
/** Far above any response of the gateway. */
const maxResponseBytes = 256 * 1_024;

export type GatewayOptions = { baseUrl: string; token: string; timeoutMs?: number };

export type GatewayResponse =
  | { ok: true; status: number; body: unknown }
  | { ok: false; problem: CheckProblem; status: number | null; retryAfterSeconds: number | null };

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
  call: { method: 'GET' | 'POST' | 'DELETE'; path: string; body?: unknown },
): Promise<GatewayResponse> {
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
    const text = await readCapped(response, maxResponseBytes);
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
