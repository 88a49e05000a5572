import type { Endpoint } from '#contract/endpoint.ts';
import type { PassedBody } from './request-body.server.ts';

/** The parts of a request to the main API, from a typed call or a form. */
export interface Parts {
  params?: unknown;
  query?: unknown;
  body?: unknown;
  requestKey?: string;
  /** The request whose body is streamed. */
  from?: PassedBody;
}

/** The URL of an endpoint. @param base URL of the main API, without trailing slash */
export function getUrl(base: string, endpoint: Endpoint, { params, query }: Parts): string {
  const values = (params ?? {}) as Record<string, unknown>;
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values[name])),
  );
  const url = new URL(`${base}/api/v1${path}`);
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) url.searchParams.append(name, String(item));
    }
  }
  return url.href;
}
