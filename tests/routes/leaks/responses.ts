import type { FilledCompany } from './records.ts';
import type { WebResponse } from './web.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Record ids in a text, each once. */
export const idsIn = (text: string): string[] => [...new Set(text.match(uuids) ?? [])];

/** An id or mark of the same form that no record has. The same one has always the same. */
export function unknownFor(id: string): string {
  if (!uuid.test(id)) return `Zqxu${id.slice(4)}`;
  // Of the same time and version: only the random end differs.
  const turned = [...id.slice(24)].map((digit) => (15 - Number.parseInt(digit, 16)).toString(16)).join('');
  return id.slice(0, 24) + turned;
}

/** Headers as a text, with what their cookies hold. */
function headerText({ headers }: WebResponse): string {
  const lines = [...headers].map(([name, value]) => `${name}: ${value}`);
  const cookies = headers
    .getSetCookie()
    .map((line) => Buffer.from(decodeURIComponent(/=([^;.]*)/.exec(line)?.[1] ?? ''), 'base64').toString());
  return [...lines, ...cookies].join('\n');
}

/** Everything of a response that someone could read. */
export const readable = (response: WebResponse): string => `${headerText(response)}\n${response.text}`;

/**
 * What a response says of a company: its marks, its name, and ids of its records. `told`: what the request itself said, and may be told
 * again.
 */
export function showsOf(response: WebResponse, of: FilledCompany, told = ''): string[] {
  const text = readable(response);
  const marks = text.match(new RegExp(`${of.mark}\\w*`, 'g')) ?? [];
  const names = [of.company.name].filter((name) => text.includes(name));
  const ids = idsIn(text).filter((id) => of.ids.has(id));
  return [...new Set([...marks, ...names, ...ids])].filter((shown) => !told.includes(shown));
}

/** Differ from response to response, whatever it says. */
const ofEachResponse = new Set(['date', 'x-request-id', 'connection', 'keep-alive']);

/**
 * A response without what differs from one to the next: nonce, request and form ids, date, and what cookies hold. Ids of `known` records
 * stay.
 */
export function essence(response: WebResponse, known: ReadonlySet<string>): string {
  const nonce = /'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '')?.[1];
  const cookies = response.headers
    .getSetCookie()
    .map((line) => line.replace(/=[^;]*/, '=…').replace(/expires=[^;]*/i, 'Expires=…'));
  const headers = [...response.headers]
    .filter(([name]) => name !== 'set-cookie' && !ofEachResponse.has(name))
    .map(([name, value]) => `${name}: ${value}`);
  const text = [response.status, ...headers, ...cookies, response.text].join('\n');
  return (
    (nonce === undefined ? text : text.replaceAll(nonce, '(nonce)'))
      .replace(uuids, (id) => (known.has(id) ? id : '(id)'))
      // Keys that the editor of templates gives to a new option.
      .replace(/\bo[0-9a-f]{12}\b/g, '(key)')
  );
}
