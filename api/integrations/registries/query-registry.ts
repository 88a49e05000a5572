import { createHash } from 'node:crypto';
import type { RegistryFailure, RegistryFailureCode, RegistryId } from '#rules/registers/registry-extract.ts';
import { registryNames } from '#rules/registers/registry-extract.ts';
import { readCapped } from '../../kernel/http/read-capped.ts';

/** Maximum size of a response; a company with thousands of holders stays well below. */
const maxBytes = 4_000_000;

const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Describes the failure for members. */
export function failure(
  registry: RegistryId,
  code: RegistryFailureCode,
  more: Partial<RegistryFailure> = {},
): RegistryFailure {
  const name = registryNames[registry];
  const messages: Record<RegistryFailureCode, string> = {
    invalidNumber: 'This number cannot be right. Check it and try again.',
    invalidSearch: 'Enter at least 2 characters of the name, and at most 200.',
    notFound: `No entity with this number in ${name}. Check it, or search by name.`,
    badKey: `${capitalised(name)} rejected Assay’s API key. Contact your Assay operator.`,
    tooManyRequests: `${capitalised(name)} is receiving too many requests. Try again in a minute.`,
    unavailable: `${capitalised(name)} cannot be reached at the moment. Nothing was charged or changed; try again later.`,
    unreadable: `${capitalised(name)} returned an unreadable response. Try again, or enter details manually.`,
    notConfigured: `${capitalised(name)} is not configured. Enter details manually, or ask your Assay operator to configure it.`,
  };
  return { ok: false, code, message: messages[code], ...more };
}

export type Asked = { ok: true; status: number; text: string; sha256: string } | RegistryFailure;

/**
 * Queries a register within limits of time and size. Converts status codes with a common meaning; 200, 400 and 404 are
 * returned, because registers use them differently. Follows no redirect. URL and headers are never stored: they contain
 * keys.
 */
export async function queryRegistry(
  registry: RegistryId,
  url: string,
  { headers = {}, timeoutSeconds }: { headers?: Record<string, string>; timeoutSeconds: number },
): Promise<Asked> {
  let response: Response;
  let text: string | undefined;
  try {
    response = await fetch(url, {
      headers,
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutSeconds * 1000),
    });
    text = await readCapped(response, maxBytes);
  } catch {
    return failure(registry, 'unavailable');
  }
  const { status } = response;
  if (status === 401 || status === 403) return failure(registry, 'badKey');
  if (status === 429) {
    const wait = Number(response.headers.get('retry-after'));
    return failure(registry, 'tooManyRequests', wait > 0 ? { retryAfterSeconds: Math.min(wait, 3600) } : {});
  }
  if (status !== 200 && status !== 400 && status !== 404) return failure(registry, 'unavailable');
  if (text === undefined) return failure(registry, 'unreadable');
  return { ok: true, status, text, sha256: createHash('sha256').update(text).digest('hex') };
}

/** JSON value of a text; undefined if malformed. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Value wrapped in JSONP: `callback({...})`, with or without a semicolon, white space, a comment or a byte-order mark. Accepts plain JSON
 * too.
 */
export function parseJsonp(text: string): unknown {
  const body = text
    .replace(/^\uFEFF/, '')
    .replace(/^\s*\/\*\*\/\s*/, '')
    .trim();
  const match = /^[A-Za-z_$][\w$.]*\s*\(([\s\S]*)\)\s*;?$/.exec(body);
  return parseJson(match?.[1] ?? body);
}

/** A name in the form required by the search; undefined if too short or too long. */
export function searchText(name: string): string | undefined {
  const text = name
    .normalize('NFKC')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
  return [...text].length < 2 || text.length > 200 ? undefined : text;
}
