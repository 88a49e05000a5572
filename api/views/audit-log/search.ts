import type { ActivityNoun } from '#rules/activity-noun.ts';
import { actionMatches, recordTypeLabel } from '#rules/audit/audit-labels.ts';
import { searchTerms } from '#rules/name-matching/name-normalisation.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { getSearchQueries } from '../../records/clients/list/search-query.ts';
import { eventNames, recordKinds } from './log-store.ts';
import { findRecords, readDetailIds, readPeople, type WordMatch } from './search-store.ts';

const maxWords = 8;

/** Details up to which their events are looked up by id. More common words are met within a few events from the newest. */
const maxDetailsById = 1000;

/** Records found by name whose related events are included: those that name the client or activity in their detail. */
const maxParents = 20;

/** A word and its continuations, and the ids of records, as a text search query. */
function toDetailQuery(word: string, records: readonly string[]): string {
  const ids = records.slice(0, maxParents).map((id) => `(${id.split('-').join(' & ')})`);
  return [`${word}:*`, ...ids].join(' | ');
}

/**
 * What each word of a search text can match: the event, the kind of record, people, records by their current name, and the recorded
 * details and reason, by the start of a word. An event must match every word.
 */
export async function getWordMatches(trx: Trx, companyId: string, text: string, noun: ActivityNoun) {
  const words = [...new Set(searchTerms(text))].slice(0, maxWords);
  const [names, kinds, people] = [
    await eventNames(trx, companyId),
    await recordKinds(trx, companyId),
    await readPeople(trx),
  ];
  const queries = await getSearchQueries(trx, words);
  const matches: WordMatch[] = [];
  for (const [index, word] of words.entries()) {
    const { ids: records, isCut } = await findRecords(trx, word, queries[index]?.direct ?? []);
    const detailQuery = toDetailQuery(word, records);
    const details = await readDetailIds(trx, detailQuery, maxDetailsById + 1);
    matches.push({
      actions: names.filter((name) => actionMatches(name, word, noun)),
      kinds: kinds.filter((kind) => recordTypeLabel(kind, noun).toLowerCase().includes(word)),
      people: people
        .filter(({ name, loginId }) =>
          searchTerms(`${name} ${loginId}`).some((term) => term.startsWith(word)),
        )
        .map(({ id }) => id),
      records,
      cutWord: isCut ? word : null,
      details: details.length > maxDetailsById ? undefined : details,
      detailQuery,
    });
  }
  return matches;
}
