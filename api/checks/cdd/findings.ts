import {
  type FindingForm,
  recordFinding as recordEndpoint,
  withdrawFinding as withdrawEndpoint,
} from '#contract/cdd/findings.ts';
import {
  type FindingContents,
  type FindingSubject,
  loweredValues,
  pepOffice,
} from '#rules/cdd-rule-packs/findings.ts';
import { pepStatusLabels } from '#rules/clients/client-types.ts';
import { formatMoney } from '#rules/format/money.ts';
import { closedClientText, isClosedClient } from '#rules/lifecycles/clients.ts';
import type { LoweredWork } from '#rules/maker-checker.ts';
import { isExposed, isSameExposure, isWeakerExposure, type PepExposure } from '#rules/pep.ts';
import { can } from '#rules/permissions.ts';
import { getMatchExposure } from '#rules/screening-matches/match-effects.ts';
import { fundsPurposes } from '#rules/source-of-funds/funds-lines.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { clients } from '../../records/clients/record/store.ts';
import { readFormerProcedures } from '../../records/company-settings/store.ts';
import { readHighestValue } from '../../records/funds-lines/sources-store.ts';
import { clientsAbove } from '../../records/sanctions/store.ts';
import { readConfirmedMatches } from '../screening-results/match-store.ts';
import { riskChangeEvents, saveRiskLevels } from '../screening-results/risk-floor.ts';
import { checkFinding, requireCddLowering } from './finding-checks.ts';
import { getContent } from './finding-contents.ts';
import { type Done, getEvents } from './finding-events.ts';
import { findingPermission } from './finding-permissions.ts';
import { deleteFindings, findingsBySubject, readLoweredWork, writeFinding } from './findings-store.ts';
import { cddAgain, type LockedClient, lockWithCdd, staleCdd } from './locked-client.ts';
import { type DiligenceInput, exposuresNow, toDiligenceDto } from './requirements.ts';
import type { DiligenceDeps } from './service.ts';
import { type CddStatusColumns, writeLoweredByOne } from './store.ts';
import { writeCddLevel } from './sync-cdd-level.ts';

const command = commandsFor<DiligenceDeps>();

interface Context extends Work {
  caller: MemberCaller;
}

/** Rejects an archived client, and callers without the permission for the finding. */
function requirePermission(
  { caller, time }: Context,
  { client }: LockedClient,
  subject: FindingSubject,
  action: 'record' | 'withdraw',
): void {
  if (isClosedClient(client.status)) {
    throw invalid(`${closedClientText(client.status)} No new findings can be recorded.`);
  }
  const decision = findingPermission(caller, subject, action, time());
  if (!decision.allowed) throw apiError(decision.code, { detail: decision.reason });
}

/** Rejects callers who may not ask for less than the law does by default, beside the fields that do so. */
function requireException(
  { caller: { member, company }, time }: Context,
  fields: readonly string[],
  what: string,
): void {
  const may = can({ kind: 'member', ...member }, 'cdd.grantException', company, time().toISOString());
  if (may.allowed) return;
  const message = `Ask a member who can approve exceptions from CDD to ${what}.`;
  throw apiError(may.code, {
    detail: message,
    fields: Object.fromEntries(fields.map((field) => [field, [message]])),
  });
}

/** Rejects values below that of an open activity, and lower ones than recorded from callers without the permission. */
async function checkSourceValue(
  context: Context & { problems: { add(field: string, message: string): void } },
  { client, input }: LockedClient,
  form: Extract<FindingForm, { subject: 'sourceValue' }>,
): Promise<void> {
  const lowered = loweredValues(findingsBySubject(input.findings).sourceValue, form);
  if (lowered.length > 0) requireException(context, lowered, 'lower the value to be evidenced');
  const highest = await readHighestValue(context.trx, client.id, form.currency);
  if (highest === null) return;
  for (const of of fundsPurposes) {
    if (form[of] === undefined || form[of] >= highest.amount) continue;
    const value = formatMoney(highest.amount, highest.currency, { cents: 'ifAny' });
    context.problems.add(of, `Enter at least ${value}, the value of ${highest.reference}.`);
  }
}

/** Increments the client's version and saves the level that now applies, if the caller may lower it that far. `made`: what the finding replaces. */
async function finish(
  work: Context,
  before: LockedClient,
  columns: CddStatusColumns,
  { made, ...done }: Omit<Done, 'level' | 'isByOne'> & { made: LoweredWork },
): Promise<Done> {
  const { client, input } = before;
  await clients.update(work, client, columns);
  if (columns.pep_status !== undefined) {
    const isLifted = input.riskFloor !== null;
    const saved = await saveRiskLevels(work.trx, client.id, { isLifted, isOwn: true });
    work.record(...riskChangeEvents(saved.filter(({ before, after }) => before !== after)));
  }
  // The value that lines must explain is a finding too.
  const { findings: _findings, sources: _sources, ...known } = input;
  const level = await writeCddLevel(work, client.id, known);
  const isByOne = await requireCddLowering(work, made, input, level.input);
  if (isByOne) await writeLoweredByOne(work, client.id);
  return { ...done, level, isByOne };
}

/** The exposure that the client's confirmed matches say; null without one. Matches of before their kind was recorded say none of their own. */
async function matchedExposure({ trx }: Context, { client, input }: LockedClient) {
  if (!input.standing.has.matches) return null;
  const matches = await readConfirmedMatches(trx, [client.id]);
  return getMatchExposure(
    matches.filter(({ pepOf }) => pepOf),
    { pepStatus: 'notChecked', pepOf: null },
  );
}

/** Rejects a finding that says less than a confirmed match, which would lower the client's minimum level. NZ s22(2); AU s32(c). */
async function checkAgainstMatches(
  context: Context & { problems: { add(field: string, message: string): void } },
  before: LockedClient,
  form: PepExposure,
): Promise<void> {
  const matched = await matchedExposure(context, before);
  if (matched === null || !isWeakerExposure(form, matched)) return;
  context.problems.add(
    'pepStatus',
    `A match is confirmed by which this client is: ${pepStatusLabels[matched.pepStatus]}. Record that, or withdraw the decision on the match first.`,
  );
}

/** Findings that a new one on political exposure replaces: an approval of another exposure, and the reason not to check. */
function outdatedByExposure(input: DiligenceInput, exposure: PepExposure): FindingSubject[] {
  const isExcused = input.findings.some(({ subject }) => subject === 'pepCheckExcused');
  return [...outdatedApproval(input, exposure), ...(isExcused ? (['pepCheckExcused'] as const) : [])];
}

/** Senior manager approval covers the exposure at the time: another status, or an office of another country or with another end, needs a new one. */
function outdatedApproval(
  { client, standing, findings }: DiligenceInput,
  exposure: PepExposure,
): FindingSubject[] {
  const approved = {
    pepStatus: client.pepStatus,
    pepOf: standing.pepOf,
    pepOffice: pepOffice(findingsBySubject(findings).politicalExposure),
  };
  const isSame = isSameExposure(approved, exposure);
  const isApproved = findings.some(({ subject }) => subject === 'seniorApproval');
  return isSame || !isApproved ? [] : ['seniorApproval'];
}

/** The CDD level of clients of which this one is a related party depends on its PEP status. */
async function emitChangesAbove({ trx, emit }: Work, { client }: LockedClient): Promise<void> {
  for (const id of await clientsAbove(trx, [client.id])) {
    if (id !== client.id) emit('client.changed', { clientId: id });
  }
}

/** Emits that someone became known as a PEP, or as one of another kind. The same finding again, with other details, is not that. */
async function emitExposure(
  context: Context,
  before: LockedClient,
  { pepStatus, pepOf }: Extract<FindingForm, { subject: 'politicalExposure' }>,
): Promise<void> {
  const { client, input } = before;
  const isSame = client.pepStatus === pepStatus && input.standing.pepOf === pepOf;
  if (isExposed(pepStatus) && !isSame) {
    context.emit('pep.confirmed', {
      clientId: client.id,
      name: client.displayName,
      kind: pepStatusLabels[pepStatus],
      isReviewed: false,
    });
  }
  await emitChangesAbove(context, before);
}

/**
 * POST /clients/:id/findings. Records a finding, which replaces the previous one on its subject, and updates the CDD level.
 * @throws `role.forbidden` for callers without permission, `request.invalid` for an archived client
 */
export const recordFinding = command(recordEndpoint, {
  lock: lockWithCdd,
  stale: staleCdd,
  async check(context, before) {
    const { body, problems } = context;
    requirePermission(context, before, body.subject, 'record');
    if (body.subject === 'ownership' && body.outcome === 'unable') {
      // It takes the place of finding the owners. AU Rules 6-8(1).
      requireException(context, ['outcome'], 'record that the owners cannot be determined');
    }
    if (body.subject === 'sourceValue') await checkSourceValue(context, before, body);
    const { trx, caller } = context;
    // A client without such a finding is read without the procedures.
    const formerProcedures =
      body.subject === 'earlierCdd' ? await readFormerProcedures(trx, caller.company.id) : [];
    checkFinding(body, { ...before.input, formerProcedures }, problems);
    if (body.subject === 'politicalExposure') await checkAgainstMatches(context, before, body);
  },
  async change(context, before) {
    const { trx, at, caller, body: form } = context;
    const { subject } = form;
    const content = getContent(form, before.input.client, exposuresNow(before.input));
    const columns =
      form.subject === 'politicalExposure' ? { pep_status: form.pepStatus, pep_of: form.pepOf } : null;
    const alsoWithdrawn =
      form.subject === 'politicalExposure'
        ? outdatedByExposure(before.input, {
            ...form,
            pepOffice: pepOffice(content as FindingContents['politicalExposure']),
          })
        : [];
    const made = await readLoweredWork(trx, before.client.id, subject);
    await writeFinding(trx, {
      companyId: caller.company.id,
      clientId: before.client.id,
      subject,
      content,
      at,
      by: caller.member.id,
    });
    if (alsoWithdrawn.length > 0) await deleteFindings(trx, before.client.id, alsoWithdrawn);
    if (form.subject === 'politicalExposure') await emitExposure(context, before, form);
    return finish(context, before, columns ?? {}, { subject, content, alsoWithdrawn, made });
  },
  read: async ({ caller, time }, _, { level }) => toDiligenceDto(level.input, caller, time()),
  again: cddAgain,
  events: (_, { before, done }) => getEvents(before, done, { action: 'client.findingRecorded' }),
});

/** POST /clients/:id/findings/:subject/withdrawal. Requirements are updated at once; the history retains the finding. */
export const withdrawFinding = command(withdrawEndpoint, {
  lock: lockWithCdd,
  stale: staleCdd,
  check(context, before) {
    const { subject } = context.params;
    requirePermission(context, before, subject, 'withdraw');
    if (!before.input.findings.some((finding) => finding.subject === subject)) {
      throw invalid('There is no finding to withdraw.');
    }
  },
  async change(context, before) {
    const { subject } = context.params;
    const isExposure = subject === 'politicalExposure';
    const exposure = (isExposure ? await matchedExposure(context, before) : null) ?? {
      pepStatus: 'notChecked',
      pepOf: null,
    };
    const columns = { pep_status: exposure.pepStatus, pep_of: exposure.pepOf };
    const alsoWithdrawn = isExposure ? outdatedApproval(before.input, exposure) : [];
    const made = await readLoweredWork(context.trx, before.client.id, subject);
    await deleteFindings(context.trx, before.client.id, [subject, ...alsoWithdrawn]);
    if (isExposure) await emitChangesAbove(context, before);
    const done = { subject, content: undefined, alsoWithdrawn, made };
    return finish(context, before, isExposure ? columns : {}, done);
  },
  read: async ({ caller, time }, _, { level }) => toDiligenceDto(level.input, caller, time()),
  again: cddAgain,
  events: ({ body: { reason } }, { before, done }) =>
    getEvents(before, done, { action: 'client.findingWithdrawn', reason }),
});
