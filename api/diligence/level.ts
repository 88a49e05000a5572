import type { Transaction } from 'kysely';
import { cddLevelLabels } from '#rules/client-types.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { readClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import type { MemberCaller } from '../http/bind.ts';
import { assessClient, type DiligenceInput } from './guidance.ts';
import { type DiligenceDeps, diligenceInput } from './service.ts';
import { readKeptLevel, writeLevel } from './store.ts';

/**
 * Writes down the level of due diligence that applies now and why, where it is another one than the record has, and tells of it in
 * the history. Lists filter by what is written. The client's version stays: one command is one change, whatever follows from it.
 * For the end of a command that may have changed what the rules look at.
 *
 * @returns all that the rules looked at, as it is after the command; `tell` records the event of the change, if there is one, and is
 * called last, because from the first event on every other command of the company waits.
 */
export async function keepLevel(
  trx: Transaction<Schema>,
  deps: DiligenceDeps,
  caller: MemberCaller,
  clientId: string,
): Promise<{ input: DiligenceInput; tell: () => Promise<void> }> {
  const client = await readClientById(trx, clientId);
  if (client === null) throw new Error('A client that was just written cannot be read.');
  const input = await diligenceInput(trx, deps, caller, client);
  const { level, reasons } = assessClient(input);
  const kept = await readKeptLevel(trx, clientId);
  const told = (reason: { text: string; provision: string }) => `${reason.text} (${reason.provision})`;
  const after = reasons.map(told);
  if (level === client.cddLevel && after.join('\n') === kept.map(told).join('\n')) {
    return { input, tell: async () => {} };
  }
  const at = deps.now().toISOString();
  await writeLevel(trx, clientId, {
    level,
    reasons: reasons.map(({ lists: _lists, ...reason }) => ({ ...reason, at, by: caller.member.id })),
  });
  const tell = async () => {
    if (level === client.cddLevel) return;
    await recordMemberEvent(trx, deps, caller, {
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
    });
  };
  return { input: { ...input, client: { ...client, cddLevel: level } }, tell };
}
