import { randomUUID } from 'node:crypto';
import { recordEvent } from '../audit/record-event.ts';
import { type ImportDeps, type ImportOutcome, importList } from './import.ts';
import type { ListFile } from './reading/reading.ts';
import { type ListOwner, type OperatorSourceKey, operatorListLimits, operatorSources } from './sources.ts';

export const operatorList = (source: OperatorSourceKey): ListOwner => ({
  companyId: null,
  source,
  name: operatorSources[source].name,
});

/** Takes in a list that the operator keeps for all companies, and tells the platform's trail of it. Throws as `importList` does. */
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
    onTaken: async (trx, { outcome, listId, version, counts, publishedOn }) => {
      await recordEvent(trx, deps, {
        companyId: null,
        actor: { type: 'system', id: `lists:${receivedBy}`, role: 'operator' },
        action: outcome === 'held' ? 'screeningList.held' : 'screeningList.used',
        resourceType: 'screeningList',
        resourceId: listId,
        detail: { source, version, ...counts, publishedOn, files: files.map(({ name }) => name) },
        requestId: randomUUID(),
      });
    },
  });
}

const figures = new Intl.NumberFormat('en-NZ');

/** What became of an import, in a sentence for the operator. */
export function outcomeText(source: OperatorSourceKey, outcome: ImportOutcome): string {
  const { name } = operatorSources[source];
  if (outcome.outcome === 'identical') {
    return `${name}: the files are those of version ${outcome.version}, which is in use. Nothing was changed.`;
  }
  const { entities, added, changed, reworded, removed } = outcome.counts;
  const published = outcome.publishedOn === null ? '' : `, published ${outcome.publishedOn}`;
  const counted = `${figures.format(entities)} entries: ${figures.format(added)} added, ${figures.format(changed)} changed, ${figures.format(reworded)} reworded, ${figures.format(removed)} removed`;
  return outcome.outcome === 'inUse'
    ? `${name}: version ${outcome.version} is in use${published}, with ${counted}.`
    : `${name}: version ${outcome.version} is held back${published}, with ${counted}. The version in use stays. If the list is right, import it again with --confirm.`;
}
