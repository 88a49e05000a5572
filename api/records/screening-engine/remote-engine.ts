import { type SanctionsRegime, sanctionsRegimes } from '#rules/sanctions.ts';
import { isMatch, scoreEntity } from '#rules/screening/score-entity.ts';
import { defaultThreshold } from '#rules/screening/score-names.ts';
import type { BirthDateMatching, ScreeningSubject } from '#rules/screening/screening-records.ts';
import { readCapped } from '../../kernel/http/read-capped.ts';
import { entityRevision } from '../screening-lists/revision.ts';
import type {
  ListInUse,
  ScreeningEngine,
  ScreeningHit,
  ScreeningOptions,
  ScreeningResponse,
} from './engine.ts';
import {
  catalogResponse,
  formatExplanation,
  getQuery,
  getResultEntity,
  matchResponse,
  type YenteResult,
} from './yente-protocol.ts';

/** Settings of an external screening service with OpenSanctions' matching API. */
export interface YenteSettings {
  /** Without a trailing slash. */
  url: string;
  /** Required by the hosted service only. */
  apiKey?: string;
  dataset: string;
}

export interface YenteEngineDeps {
  settings: YenteSettings;
  /** Engine for companies' own lists, which are unknown to the service. */
  ownLists: ScreeningEngine;
  now: () => Date;
}

/** Limit of the API per request. */
const maxQueries = 100;
/** Maximum results per query. */
const maxResults = 100;
const timeoutMs = 30_000;
const maxBytes = 50_000_000;
/** How long the service's catalogue is cached. */
const catalogMs = 10 * 60_000;

/** Requested explicitly, so that the algorithm of every score is known. */
const algorithm = { name: 'logic-v2', version: 'yente' } as const;

/**
 * Regimes in OpenSanctions' collections, as described in its catalogue. A service's other data sets count as containing none that the
 * law requires.
 */
const regimesByDataset: Readonly<Record<string, readonly SanctionsRegime[]>> = {
  default: sanctionsRegimes,
  sanctions: sanctionsRegimes,
  un_sc_sanctions: ['un'],
  au_dfat_sanctions: ['dfat', 'auTerrorism'],
  nz_designated_terrorists: ['nzTerrorism'],
  nz_russia_sanctions: ['nzRussia'],
};

type Fetched = { ok: true; value: unknown } | { ok: false; reason: string };

const reasons: Record<number, string> = {
  400: 'The screening service rejected the request.',
  401: 'The screening service rejected Assay’s API key. Contact your Assay operator.',
  403: 'The screening service rejected Assay’s API key. Contact your Assay operator.',
  404: 'The screening service does not have the configured data set. Contact your Assay operator.',
  429: 'The screening service is receiving too many requests. Assay tries again later.',
};

async function ask({ url, apiKey }: YenteSettings, path: string, body?: unknown): Promise<Fetched> {
  try {
    const response = await fetch(`${url}${path}`, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        Accept: 'application/json',
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...(apiKey === undefined ? {} : { Authorization: `ApiKey ${apiKey}` }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const text = await readCapped(response, maxBytes);
    if (text === undefined) throw new Error('The answer is too long.');
    if (response.status === 200) return { ok: true, value: JSON.parse(text) };
    return {
      ok: false,
      reason: reasons[response.status] ?? `The screening service failed (${response.status}).`,
    };
  } catch (error) {
    const isUnread = error instanceof SyntaxError;
    return {
      ok: false,
      reason: isUnread
        ? 'The screening service returned an unreadable response.'
        : 'The screening service cannot be reached.',
    };
  }
}

function getHit(
  result: YenteResult,
  subject: ScreeningSubject,
  { id, version, name, source }: ListInUse,
): ScreeningHit {
  const entity = getResultEntity(result);
  const figures = formatExplanation(result);
  const score = Math.min(1, Math.max(0, result.score));
  return {
    list: { id, version, name, source },
    entity,
    entityRevision: entityRevision(entity),
    score: {
      score,
      features: [
        {
          name: 'name',
          subject: subject.names[0] ?? '',
          listed: result.caption,
          value: score,
          points: score,
          finding: `Scored by the screening service${figures === '' ? '' : `: ${figures}`}`,
        },
      ],
    },
  };
}

/** Rescores, by the rules here, a result that the service scored below the threshold; its features state that. */
function scoredHere(
  result: YenteResult,
  subject: ScreeningSubject,
  { id, version, name, source }: ListInUse,
  birthDateMatching: BirthDateMatching,
): ScreeningHit {
  const entity = getResultEntity(result);
  return {
    list: { id, version, name, source },
    entity,
    entityRevision: entityRevision(entity),
    score: scoreEntity(subject, entity, { birthDateMatching }),
  };
}

/** The service's data set from its catalogue, cached for `catalogMs`. */
function createCatalog({
  settings,
  now,
}: Pick<YenteEngineDeps, 'settings' | 'now'>): () => Promise<ListInUse> {
  let catalog: { at: number; list: ListInUse } | undefined;

  return async () => {
    const at = now().getTime();
    if (catalog !== undefined && at - catalog.at < catalogMs) return catalog.list;
    const response = await ask(settings, '/catalog');
    const parsed = response.ok ? catalogResponse.safeParse(response.value) : undefined;
    const found = parsed?.data?.datasets.find(({ name }) => name === settings.dataset);
    const updated = found?.updated_at ?? null;
    const list: ListInUse = {
      id: settings.dataset,
      version: found?.version ?? updated ?? 'unknown',
      name: found?.title ?? `OpenSanctions: ${settings.dataset}`,
      keptBy: 'service',
      source: 'service',
      regimes: regimesByDataset[settings.dataset] ?? [],
      checkedAt: found === undefined ? null : updated,
      publishedOn: /^\d{4}-\d{2}-\d{2}/.exec(updated ?? '')?.[0] ?? null,
      importedAt: null,
      entities: found?.entity_count ?? null,
    };
    // A failed request is retried with the next screening.
    if (found !== undefined) catalog = { at, list };
    return list;
  };
}

/** The service's results for queries; null for each query that failed, with the reason. */
async function match(
  settings: YenteSettings,
  queries: readonly unknown[],
  parameters: Record<string, string>,
): Promise<{ results: (YenteResult[] | null)[]; failed: string }> {
  const query = new URLSearchParams({
    limit: String(maxResults),
    algorithm: algorithm.name,
    ...parameters,
  });
  const body = { queries: Object.fromEntries(queries.map((query, at) => [`q${at}`, query])) };
  const response = await ask(settings, `/match/${encodeURIComponent(settings.dataset)}?${query}`, body);
  const parsed = response.ok ? matchResponse.safeParse(response.value) : undefined;
  return {
    results: queries.map((_, at) => {
      const response = parsed?.data?.responses[`q${at}`];
      return response?.status === 200 ? response.results : null;
    }),
    failed: response.ok ? 'The screening service returned an unreadable response.' : response.reason,
  };
}

/**
 * Sanctioned entities by name alone, ignoring dates and countries: the rules here decide which are matches, so that
 * neither a wrong date nor a worklist's threshold hides a listed name.
 */
async function matchNames(settings: YenteSettings, subjects: readonly ScreeningSubject[], threshold: number) {
  return match(
    settings,
    subjects.map(({ schema, names }) =>
      getQuery({ id: '', schema, names, countries: [], identifiers: [] }, 'off'),
    ),
    { threshold: String(Math.min(threshold, defaultThreshold)), topics: 'sanction' },
  );
}

/** The service's results for at most a hundred subjects, in their order. */
async function matchBatch(
  settings: YenteSettings,
  subjects: readonly ScreeningSubject[],
  list: ListInUse,
  { threshold, birthDateMatching, topics }: ScreeningOptions,
): Promise<ScreeningResponse[]> {
  const isWanted = ({ entity }: ScreeningHit) =>
    topics === undefined || entity.topics.some((topic) => topics.includes(topic));
  const whole = await match(
    settings,
    subjects.map((subject) => getQuery(subject, birthDateMatching)),
    { threshold: String(threshold) },
  );
  const monitorsSanctions = topics === undefined || topics.includes('sanction');
  // The second query is skipped while the service fails.
  const isUp = whole.results.some((results) => results !== null);
  const named = monitorsSanctions && isUp ? await matchNames(settings, subjects, threshold) : undefined;
  return subjects.map((subject, at): ScreeningResponse => {
    const results = whole.results[at] ?? null;
    const alike = named === undefined ? [] : (named.results[at] ?? null);
    if (results === null || alike === null) {
      const reason = results === null ? whole.failed : (named?.failed ?? whole.failed);
      return { subjectId: subject.id, status: 'error', reason };
    }
    const scored = results
      .filter(({ score }) => score >= threshold)
      .map((result) => getHit(result, subject, list));
    const known = new Set(scored.map(({ entity }) => entity.id));
    const hidden = alike
      .filter(({ id }) => !known.has(id))
      .map((result) => scoredHere(result, subject, list, birthDateMatching))
      .filter(({ entity, score }) => isMatch(score, entity.topics, threshold));
    const hits = [...scored, ...hidden].filter(isWanted).sort((a, b) => b.score.score - a.score.score);
    return { subjectId: subject.id, status: 'screened', lists: [list], algorithm, hits };
  });
}

/** Merges the service's response with the company's own lists'. */
function joined(response: ScreeningResponse, own: ScreeningResponse | undefined): ScreeningResponse {
  if (response.status === 'error' || own === undefined) return response;
  if (own.status === 'error') return own;
  const hits = [...response.hits, ...own.hits].sort((a, b) => b.score.score - a.score.score);
  return { ...response, lists: [...response.lists, ...own.lists], hits };
}

/**
 * Screens with an external service, a hundred subjects at a time, and against companies' own lists here. Failures are
 * errors, never "no match". Sanctioned entities are queried a second time by name alone; see `matchNames`. Changes
 * between versions of the service's data are unknown, so every client is rescreened.
 */
export function createYenteEngine({ settings, ownLists, now }: YenteEngineDeps): ScreeningEngine {
  const dataset = createCatalog({ settings, now });
  return {
    async listsInUse(companyId) {
      return [await dataset(), ...(await ownLists.listsInUse(companyId))];
    },
    async screen(subjects, options) {
      const list = await dataset();
      const answers: ScreeningResponse[] = [];
      for (let from = 0; from < subjects.length; from += maxQueries) {
        answers.push(...(await matchBatch(settings, subjects.slice(from, from + maxQueries), list, options)));
      }
      if ((await ownLists.listsInUse(options.companyId)).length === 0) return answers;
      const own = await ownLists.screen(subjects, options);
      return answers.map((response, at) => joined(response, own[at]));
    },
    async changedSince(range) {
      return range.listId === settings.dataset ? null : ownLists.changedSince(range);
    },
    screenChanged: (changes) => ownLists.screenChanged(changes),
  };
}
