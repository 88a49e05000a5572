import type { AssessedClient } from '#rules/cdd-rule-packs/engine.ts';
import { type CddLevel, cddLevelLabels } from '#rules/clients/client-types.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import type { Emitted } from '../../kernel/command/emitted.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { type CompanyFacts, readCompanyFacts } from '../../records/company-settings/store.ts';
import { readCountryLists } from '../../records/country-lists/queries.ts';
import { syncRefreshDue } from './refresh/refresh-due.ts';
import { approvalRecord, assessClient, type DiligenceInput, type RuleInput } from './requirements.ts';
import { diligenceInput, type KnownRecords, ruleInputs } from './service.ts';
import { writeLevels } from './store.ts';

/** The saved level, with the input of the rules and the audited change. */
export interface WrittenLevel {
  input: DiligenceInput;
  events: WorkEvent[];
}

/**
 * Recalculates the CDD level and its reasons, and saves them if changed, for use by list filters. The client's version stays: each
 * command counts as one change, whatever its consequences. Call at the end of every command that can change the input of the rules. `known`: what the
 * command has read and not changed since.
 */
export async function writeCddLevel(
  { trx, by, time }: Pick<Work, 'trx' | 'by' | 'time'>,
  clientId: string,
  known?: KnownRecords,
): Promise<WrittenLevel> {
  const client = await readClientById(trx, clientId);
  if (client === null || by.companyId === null) throw new Error('The client just saved could not be read.');
  // Not the caller's, which were read before this work waited for a change of them.
  const company = await readCompanyFacts(trx, by.companyId);
  const input = await diligenceInput(trx, { now: time }, { company }, client, known);
  const assessed = assessClient(input);
  const { due, events: refreshEvents } = await syncRefreshDue(trx, [approvalRecord(input, assessed)]);
  const { level, events } = await writeChanged({ trx, by, time }, [{ input, assessed }]);
  const cddLevel = level.get(clientId) ?? client.cddLevel;
  return {
    input: {
      ...input,
      client: { ...client, cddLevel, cddStatus: due.has(clientId) ? 'refreshDue' : client.cddStatus },
    },
    events: [...events, ...refreshEvents],
  };
}

const inWords = (reason: { text: string; provision: string }) => `${reason.text} (${reason.provision})`;

/** Saves the levels and reasons that differ from the saved ones. @returns the levels written, and an event for each that changed. */
async function writeChanged(
  { trx, by, time }: Pick<Work, 'trx' | 'by' | 'time'>,
  clients: readonly { input: RuleInput; assessed: AssessedClient }[],
): Promise<{ level: Map<string, CddLevel>; events: WorkEvent[] }> {
  const at = time().toISOString();
  const events: WorkEvent[] = [];
  const levels = clients.flatMap(({ input: { client, standing }, assessed: { level, reasons } }) => {
    const after = reasons.map(inWords);
    const isSame = after.join('\n') === standing.savedReasons.map(inWords).join('\n');
    if (level === client.cddLevel && isSame) return [];
    if (level !== client.cddLevel) {
      events.push({
        action: 'client.cddLevelChanged',
        resourceType: 'client',
        resourceId: client.id,
        detail: {
          changes: changesBetween(
            { cddLevel: client.cddLevel === null ? null : cddLevelLabels[client.cddLevel] },
            { cddLevel: cddLevelLabels[level], reasons: after },
          ),
          rulePackVersions: [...new Set(reasons.map(({ rulePackVersion }) => rulePackVersion))],
        },
      });
    }
    const stored = reasons.map(({ lists: _lists, ...reason }) => ({ ...reason, at, by: by.actor.id }));
    return [{ clientId: client.id, level, reasons: stored }];
  });
  await writeLevels(trx, levels);
  return { level: new Map(levels.map(({ clientId, level }) => [clientId, level])), events };
}

/** Recalculates and saves the levels of many clients, reading and writing all of them together. @returns the audit events. */
export async function writeCddLevels(
  work: Pick<Work, 'trx' | 'by' | 'time'>,
  company: CompanyFacts,
  clientIds: readonly string[],
): Promise<WorkEvent[]> {
  const now = work.time();
  const lists = await readCountryLists(work.trx, company, now);
  const on = companyDay(now, company.timeZone);
  const inputs = await ruleInputs(work.trx, { company, lists, on }, clientIds);
  const clients = inputs.map((input) => ({ input, assessed: assessClient(input) }));
  return (await writeChanged(work, clients)).events;
}

/** The consequence of a client's change: the level of CDD that applies now. */
export async function saveCddLevel(work: Work, { clientId }: Emitted['client.changed']): Promise<void> {
  work.record(...(await writeCddLevel(work, clientId)).events);
}
