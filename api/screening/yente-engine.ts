import type { ScreeningSubject } from '#rules/screening/screening-records.ts';
import { entityRevision } from '../screening-lists/revision.ts';
import type {
  ListInUse,
  ScreeningAnswer,
  ScreeningEngine,
  ScreeningHit,
  ScreeningOptions,
} from './engine.ts';
import {
  catalogAnswer,
  entityOfResult,
  explanationText,
  matchAnswer,
  queryOf,
  type YenteResult,
} from './yente-protocol.ts';

/** An outside screening service that speaks OpenSanctions' matching API. */
export interface YenteSettings {
  /** Without a slash at the end. */
  url: string;
  /** For the hosted service; one's own has none. */
  apiKey?: string;
  dataset: string;
}

export interface YenteEngineDeps {
  settings: YenteSettings;
  /** Screens against companies' own lists, which the service does not know. */
  ownLists: ScreeningEngine;
  now: () => Date;
}

/** What the API takes in one request. */
const mostQueries = 100;
/** Results of one query. */
const mostResults = 100;
const timeoutMs = 30_000;
const mostBytes = 50_000_000;
/** How long the service's catalogue is held to be as it was. */
const catalogMs = 10 * 60_000;

/** Named in the request, so that it is known afterwards what scored. */
const algorithm = { name: 'logic-v2', version: 'yente' } as const;

type Fetched = { ok: true; value: unknown } | { ok: false; reason: string };

const reasons: Record<number, string> = {
  400: 'The screening service did not understand the question.',
  401: 'The screening service does not accept Assay’s key. Tell whoever runs Assay for you.',
  403: 'The screening service does not accept Assay’s key. Tell whoever runs Assay for you.',
  404: 'The screening service does not have the data set that Assay is set up with. Tell whoever runs Assay for you.',
  429: 'The screening service is being asked too often. It is asked again later.',
};

async function readCapped(response: Response): Promise<string> {
  const reader = response.body?.getReader();
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  while (reader !== undefined) {
    const { done, value } = await reader.read();
    if (done) break;
    bytes += value.byteLength;
    if (bytes > mostBytes) {
      await reader.cancel();
      throw new Error('The answer is too long.');
    }
    pieces.push(value);
  }
  return Buffer.concat(pieces).toString('utf8');
}

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
    const text = await readCapped(response);
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
        ? 'The screening service gave an answer that cannot be read.'
        : 'The screening service cannot be reached.',
    };
  }
}

function hitOf(
  result: YenteResult,
  subject: ScreeningSubject,
  { id, version, name }: ListInUse,
): ScreeningHit {
  const entity = entityOfResult(result);
  const figures = explanationText(result);
  const score = Math.min(1, Math.max(0, result.score));
  return {
    list: { id, version, name },
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

/**
 * Screens by asking an outside service, a hundred subjects at once, and against companies' own lists here. A service that fails makes
 * errors, never "no match". What changed between two versions of its data is not known: everybody is screened again.
 */
export function createYenteEngine({ settings, ownLists, now }: YenteEngineDeps): ScreeningEngine {
  let catalog: { at: number; list: ListInUse } | undefined;

  async function dataset(): Promise<ListInUse> {
    const at = now().getTime();
    if (catalog !== undefined && at - catalog.at < catalogMs) return catalog.list;
    const asked = await ask(settings, '/catalog');
    const parsed = asked.ok ? catalogAnswer.safeParse(asked.value) : undefined;
    const found = parsed?.data?.datasets.find(({ name }) => name === settings.dataset);
    const updated = found?.updated_at ?? null;
    const list: ListInUse = {
      id: settings.dataset,
      version: found?.version ?? updated ?? 'unknown',
      name: found?.title ?? `OpenSanctions: ${settings.dataset}`,
      keptBy: 'service',
      publishedOn: /^\d{4}-\d{2}-\d{2}/.exec(updated ?? '')?.[0] ?? null,
      importedAt: null,
      entities: found?.entity_count ?? null,
    };
    // What could not be asked is asked again with the next screening.
    if (found !== undefined) catalog = { at, list };
    return list;
  }

  async function matchBatch(
    subjects: readonly ScreeningSubject[],
    list: ListInUse,
    { threshold, birthDateMatching, topics }: ScreeningOptions,
  ): Promise<ScreeningAnswer[]> {
    const queries = Object.fromEntries(
      subjects.map((subject, at) => [`q${at}`, queryOf(subject, birthDateMatching)]),
    );
    const query = new URLSearchParams({
      threshold: String(threshold),
      limit: String(mostResults),
      algorithm: algorithm.name,
    });
    const asked = await ask(settings, `/match/${encodeURIComponent(settings.dataset)}?${query}`, { queries });
    const parsed = asked.ok ? matchAnswer.safeParse(asked.value) : undefined;
    const failed = asked.ok ? 'The screening service gave an answer that cannot be read.' : asked.reason;
    return subjects.map((subject, at): ScreeningAnswer => {
      const response = parsed?.data?.responses[`q${at}`];
      if (response === undefined || response.status !== 200) {
        return { subjectId: subject.id, status: 'error', reason: failed };
      }
      const hits = response.results
        .filter(({ score }) => score >= threshold)
        .map((result) => hitOf(result, subject, list))
        .filter(({ entity }) => topics === undefined || entity.topics.some((topic) => topics.includes(topic)))
        .sort((one, other) => other.score.score - one.score.score);
      return { subjectId: subject.id, status: 'screened', lists: [list], algorithm, hits };
    });
  }

  /** The service's answer with what the company's own list says besides. */
  function joined(answer: ScreeningAnswer, own: ScreeningAnswer | undefined): ScreeningAnswer {
    if (answer.status === 'error' || own === undefined) return answer;
    if (own.status === 'error') return own;
    const hits = [...answer.hits, ...own.hits].sort((one, other) => other.score.score - one.score.score);
    return { ...answer, lists: [...answer.lists, ...own.lists], hits };
  }

  return {
    async listsInUse(companyId) {
      return [await dataset(), ...(await ownLists.listsInUse(companyId))];
    },
    async screen(subjects, options) {
      const list = await dataset();
      const answers: ScreeningAnswer[] = [];
      for (let from = 0; from < subjects.length; from += mostQueries) {
        answers.push(...(await matchBatch(subjects.slice(from, from + mostQueries), list, options)));
      }
      if ((await ownLists.listsInUse(options.companyId)).length === 0) return answers;
      const own = await ownLists.screen(subjects, options);
      return answers.map((answer, at) => joined(answer, own[at]));
    },
    async changedSince(asked) {
      return asked.listId === settings.dataset ? null : ownLists.changedSince(asked);
    },
    screenChanged: (changes) => ownLists.screenChanged(changes),
  };
}
