import { cddLevelLabels } from '#rules/clients/client-types.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { readCompanyFacts } from '../../records/company-settings/store.ts';
import { syncRefreshDue } from './refresh/refresh-due.ts';
import { assessClient, type DiligenceInput, outstandingEvidence } from './requirements.ts';
import { diligenceInput, type KnownRecords } from './service.ts';
import { writeLevel } from './store.ts';

/** The saved level, with the input of the rules and the audited change. */
export interface WrittenLevel {
  input: DiligenceInput;
  events: WorkEvent[];
}

type FactsOfCompany = Parameters<typeof diligenceInput>[2]['company'];

/**
 * Recalculates the CDD level and its reasons, and saves them if changed, for use by list filters. The client's version stays: each
 * command counts as one change, whatever its consequences. Call at the end of every command that can change the input of the rules. `known`: what the
 * command has read and not changed since.
 */
export async function writeCddLevel(
  { trx, by, time }: Pick<Work, 'trx' | 'by' | 'time'>,
  clientId: string,
  known?: KnownRecords & { company: FactsOfCompany },
): Promise<WrittenLevel> {
  const client = await readClientById(trx, clientId);
  if (client === null || by.companyId === null) throw new Error('The client just saved could not be read.');
  const company = known?.company ?? (await readCompanyFacts(trx, by.companyId));
  const input = await diligenceInput(trx, { now: time }, { company }, client, known);
  const assessed = assessClient(input);
  const { level, reasons } = assessed;
  const due = await syncRefreshDue(trx, client, {
    isDecided: input.standing.decision !== null,
    outstanding: outstandingEvidence(input, assessed),
  });
  const { cddStatus } = due;
  const kept = input.standing.savedReasons;
  const inWords = (reason: { text: string; provision: string }) => `${reason.text} (${reason.provision})`;
  const after = reasons.map(inWords);
  if (level === client.cddLevel && after.join('\n') === kept.map(inWords).join('\n')) {
    return { input: { ...input, client: { ...client, cddStatus } }, events: due.events };
  }
  const at = time().toISOString();
  await writeLevel(trx, clientId, {
    level,
    reasons: reasons.map(({ lists: _lists, ...reason }) => ({ ...reason, at, by: by.actor.id })),
  });
  const changed: WorkEvent = {
    action: 'client.cddLevelChanged',
    resourceType: 'client',
    resourceId: clientId,
    detail: {
      changes: changesBetween(
        { cddLevel: client.cddLevel === null ? null : cddLevelLabels[client.cddLevel] },
        { cddLevel: cddLevelLabels[level], reasons: after },
      ),
      rulePackVersions: [...new Set(reasons.map(({ rulePackVersion }) => rulePackVersion))],
    },
  };
  return {
    input: { ...input, client: { ...client, cddLevel: level, cddStatus } },
    events: level === client.cddLevel ? due.events : [changed, ...due.events],
  };
}

/** The consequence of a client's change: the level of CDD that applies now. */
export async function saveCddLevel(work: Work, { clientId }: Emitted['client.changed']): Promise<void> {
  work.record(...(await writeCddLevel(work, clientId)).events);
}
