import { z } from 'zod';
import { checkNzbn, checkNzCompanyNumber } from '#rules/identifiers/identifiers.ts';
import type { Registry, RegistryFound } from '#rules/registers/registry-extract.ts';
import { getExtract, getNumbers, getStatus } from './nzbn-extract.ts';
import { detail, listResponse } from './nzbn-responses.ts';
import { failure, parseJson, queryRegistry, searchText } from './query-registry.ts';

const pageSize = 20;

type Ask = (path: string) => ReturnType<typeof queryRegistry>;

/** A page of the register's results for a name or number. */
async function list(ask: Ask, term: string, page: number) {
  const response = await ask(
    `/entities?${new URLSearchParams({ 'search-term': term, page: String(page), 'page-size': String(pageSize) })}`,
  );
  if (!response.ok) return response;
  if (response.status !== 200) return failure('nzbn', response.status === 404 ? 'notFound' : 'unreadable');
  const parsed = listResponse.safeParse(parseJson(response.text));
  return parsed.success ? { ok: true as const, ...parsed.data } : failure('nzbn', 'unreadable');
}

/** The NZBN that a number is, or that the search has for a company number. */
async function findNzbn(ask: Ask, number: string) {
  const asNzbn = checkNzbn(number);
  if (asNzbn.ok) return asNzbn;
  const asCompany = checkNzCompanyNumber(number);
  if (!asCompany.ok) return failure('nzbn', 'invalidNumber', { message: asNzbn.problem });
  const listed = await list(ask, asCompany.value, 1);
  if (!listed.ok) return listed;
  const found = listed.items.find(
    (item) =>
      (item.sourceRegisterUniqueId ?? item.sourceRegisterUniqueIdentifier)?.replace(/^0+/, '') ===
      asCompany.value,
  );
  return found ? { ok: true as const, value: found.nzbn } : failure('nzbn', 'notFound');
}

/** A line of the list as a search result. */
function toFound(item: z.output<typeof listResponse>['items'][number]): RegistryFound {
  return {
    registry: 'nzbn',
    number: item.nzbn,
    numbers: getNumbers({
      nzbn: item.nzbn,
      companyNumber: item.sourceRegisterUniqueId ?? item.sourceRegisterUniqueIdentifier,
    }),
    name: item.entityName,
    kindText: item.entityTypeDescription ?? '',
    status: getStatus(item.entityStatusCode),
    statusText: item.entityStatusDescription ?? '',
  };
}

/**
 * The NZBN API, version 5: search by name, extract by NZBN or by company number (through the search, which covers both).
 * `baseUrl` without a slash at the end.
 */
export function createNzbnRegistry(deps: {
  baseUrl: string;
  key: string;
  now: () => Date;
  timeoutSeconds?: number;
}): Registry & Required<Pick<Registry, 'search'>> {
  const { baseUrl, key, now, timeoutSeconds = 10 } = deps;
  const ask: Ask = (path) =>
    queryRegistry('nzbn', `${baseUrl}${path}`, {
      headers: { 'Ocp-Apim-Subscription-Key': key, Accept: 'application/json' },
      timeoutSeconds,
    });

  return {
    id: 'nzbn',
    async search(typed, page = 1) {
      const term = searchText(typed);
      if (term === undefined) return failure('nzbn', 'invalidSearch');
      const listed = await list(ask, term, page);
      if (!listed.ok) return listed.code === 'notFound' ? { ok: true, found: [], total: 0 } : listed;
      const found = listed.items.map(toFound);
      return { ok: true, found, total: Math.max(listed.totalItems ?? 0, found.length) };
    },
    async extract(number) {
      const nzbn = await findNzbn(ask, number);
      if (!nzbn.ok) return nzbn;
      const response = await ask(`/entities/${nzbn.value}`);
      if (!response.ok) return response;
      const json = parseJson(response.text);
      const parsedError = z.object({ errorDescription: z.string() }).safeParse(json);
      if (
        response.status === 404 ||
        (parsedError.success && /object not found/i.test(parsedError.data.errorDescription))
      ) {
        return failure('nzbn', 'notFound');
      }
      const parsed = detail.safeParse(json);
      // A response about another entity is invalid.
      if (response.status !== 200 || !parsed.success || parsed.data.nzbn !== nzbn.value)
        return failure('nzbn', 'unreadable');
      const raw = { text: response.text, sha256: response.sha256 };
      return { ok: true, extract: getExtract(parsed.data, { raw, at: now().toISOString() }) };
    },
  };
}
