import { formatNumber } from '#rules/format/numbers.ts';
import { type ImportOutcome, importList } from './import.ts';
import type { ImportDeps } from './list-operator.ts';
import type { ListFile } from './parsing/files/list-file.ts';
import { type ListOwner, type OperatorSourceKey, operatorListLimits, operatorSources } from './sources.ts';

export const operatorList = (source: OperatorSourceKey): ListOwner => ({
  companyId: null,
  source,
  name: operatorSources[source].name,
});

/**
 * Imports a list that the operator maintains for all companies, and records it in the platform's audit log. Throws like
 * `importList`.
 */
export function importOperatorList(
  deps: ImportDeps,
  {
    source,
    files,
    confirmDoubts,
    receivedBy,
  }: {
    source: OperatorSourceKey;
    files: readonly ListFile[];
    confirmDoubts?: boolean;
    receivedBy: 'command' | 'schedule';
  },
): Promise<ImportOutcome> {
  return importList(deps, {
    owner: operatorList(source),
    files,
    format: operatorSources[source].format,
    limits: operatorListLimits,
    ...(confirmDoubts === undefined ? {} : { confirmDoubts }),
    receivedBy,
    onImported: async ({ record }, { outcome, listId, version, counts, publishedOn }) =>
      record({
        action: outcome === 'held' ? 'screeningList.held' : 'screeningList.used',
        resourceType: 'screeningList',
        resourceId: listId,
        detail: { source, version, ...counts, publishedOn, files: files.map(({ name }) => name) },
      }),
  });
}

/** Outcome of an import as a sentence for the operator. */
export function formatOutcome(source: OperatorSourceKey, outcome: ImportOutcome): string {
  const { name } = operatorSources[source];
  if (outcome.outcome === 'identical') {
    return `${name}: the files are those of version ${outcome.version}, which is active. Nothing was changed.`;
  }
  const { entities, added, changed, reworded, removed } = outcome.counts;
  const published = outcome.publishedOn === null ? '' : `, published ${outcome.publishedOn}`;
  const counted = `${formatNumber(entities)} entries: ${formatNumber(added)} added, ${formatNumber(changed)} changed, ${formatNumber(reworded)} minor edits, ${formatNumber(removed)} removed`;
  return outcome.outcome === 'inUse'
    ? `${name}: version ${outcome.version} is active${published}, with ${counted}.`
    : `${name}: version ${outcome.version} is pending confirmation${published}, with ${counted}. The active version is unchanged. Re-run with --confirm to activate it.`;
}
