import { z } from 'zod';
import { checkNzbn, checkNzCompanyNumber } from '#rules/identifiers.ts';
import { askRegistry, failure, parseJson, searchText } from './ask.ts';
import type { Registry, RegistryFound } from './extract.ts';
import { detail, listAnswer } from './nzbn-answers.ts';
import { extractOf, numbersOf, statusOf } from './nzbn-extract.ts';

const pageSize = 20;

/**
 * The NZBN API, version 5: search by name, extract by NZBN or by company number (found through the search, which knows both).
 * `baseUrl` without a slash at the end. Source: protocols 4.1.
 */
export function createNzbnRegistry(deps: {
  baseUrl: string;
  key: string;
  now: () => Date;
  timeoutSeconds?: number;
}): Registry & Required<Pick<Registry, 'search'>> {
  const { baseUrl, key, now, timeoutSeconds = 10 } = deps;
  const ask = (path: string) =>
    askRegistry('nzbn', `${baseUrl}${path}`, {
      headers: { 'Ocp-Apim-Subscription-Key': key, Accept: 'application/json' },
      timeoutSeconds,
    });

  async function list(term: string, page: number) {
    const asked = await ask(
      `/entities?${new URLSearchParams({ 'search-term': term, page: String(page), 'page-size': String(pageSize) })}`,
    );
    if (!asked.ok) return asked;
    if (asked.status !== 200) return failure('nzbn', asked.status === 404 ? 'notFound' : 'unreadable');
    const parsed = listAnswer.safeParse(parseJson(asked.text));
    return parsed.success ? { ok: true as const, ...parsed.data } : failure('nzbn', 'unreadable');
  }

  async function nzbnOf(number: string) {
    const asNzbn = checkNzbn(number);
    if (asNzbn.ok) return asNzbn;
    const asCompany = checkNzCompanyNumber(number);
    if (!asCompany.ok) return failure('nzbn', 'invalidNumber', { message: asNzbn.problem });
    const listed = await list(asCompany.value, 1);
    if (!listed.ok) return listed;
    const found = listed.items.find(
      (item) =>
        (item.sourceRegisterUniqueId ?? item.sourceRegisterUniqueIdentifier)?.replace(/^0+/, '') ===
        asCompany.value,
    );
    return found ? { ok: true as const, value: found.nzbn } : failure('nzbn', 'notFound');
  }

  return {
    id: 'nzbn',
    async search(typed, page = 1) {
      const term = searchText(typed);
      if (term === undefined) return failure('nzbn', 'invalidSearch');
      const listed = await list(term, page);
      if (!listed.ok) return listed.code === 'notFound' ? { ok: true, found: [], total: 0 } : listed;
      const found = listed.items.map(
        (item): RegistryFound => ({
          registry: 'nzbn',
          number: item.nzbn,
          numbers: numbersOf({
            nzbn: item.nzbn,
            companyNumber: item.sourceRegisterUniqueId ?? item.sourceRegisterUniqueIdentifier,
          }),
          name: item.entityName,
          kindText: item.entityTypeDescription ?? '',
          status: statusOf(item.entityStatusCode),
          statusText: item.entityStatusDescription ?? '',
        }),
      );
      return { ok: true, found, total: Math.max(listed.totalItems ?? 0, found.length) };
    },
    async extract(number) {
      const nzbn = await nzbnOf(number);
      if (!nzbn.ok) return nzbn;
      const asked = await ask(`/entities/${nzbn.value}`);
      if (!asked.ok) return asked;
      const json = parseJson(asked.text);
      const said = z.object({ errorDescription: z.string() }).safeParse(json);
      if (asked.status === 404 || (said.success && /object not found/i.test(said.data.errorDescription))) {
        return failure('nzbn', 'notFound');
      }
      const parsed = detail.safeParse(json);
      // An answer about somebody else is no answer.
      if (asked.status !== 200 || !parsed.success || parsed.data.nzbn !== nzbn.value)
        return failure('nzbn', 'unreadable');
      const raw = { text: asked.text, sha256: asked.sha256 };
      return { ok: true, extract: extractOf(parsed.data, { raw, at: now().toISOString() }) };
    },
  };
}
