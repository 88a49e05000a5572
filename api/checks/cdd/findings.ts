import {
  type FindingForm,
  recordFinding as recordEndpoint,
  withdrawFinding as withdrawEndpoint,
} from '#contract/cdd/findings.ts';
import type { Client } from '#contract/clients/client-record.ts';
import { beneficialOwners } from '#rules/cdd-rule-packs/beneficial-owners.ts';
import { earlierCddProblem } from '#rules/cdd-rule-packs/earlier-cdd.ts';
import { isTrust } from '#rules/cdd-rule-packs/entity-information.ts';
import {
  type FindingContents,
  type FindingSubject,
  findingLabels,
  mayExcusePepCheck,
  pepOffice,
} from '#rules/cdd-rule-packs/findings.ts';
import { pepStatusLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatAddress } from '#rules/format/addresses.ts';
import { formatMoney } from '#rules/format/money.ts';
import { isExposed, isSameExposure, type PepExposure, suitsOffice } from '#rules/pep.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsOf } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { clientsAbove } from '../../records/sanctions/store.ts';
import { findingPermission } from './finding-permissions.ts';
import { deleteFindings, findingsBySubject, writeFinding } from './findings-store.ts';
import { type LockedClient, lockWithCdd, staleCdd } from './locked-client.ts';
import { assessClient, type DiligenceInput, getFacts, toDiligenceDto } from './requirements.ts';
import type { DiligenceDeps } from './service.ts';
import { type CddStatusColumns, updateCddStatus } from './store.ts';
import { type WrittenLevel, writeCddLevel } from './sync-cdd-level.ts';

const command = commandsOf<DiligenceDeps>();

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
  if (client.status === 'archived') {
    throw invalid('This client is archived. No new findings can be recorded.');
  }
  const decision = findingPermission(caller, subject, action, time());
  if (!decision.allowed) throw apiError(decision.code, { detail: decision.reason });
}

/** Formats a part of a finding: statuses by their label, amounts with their currency. */
function toldPart(part: string, value: unknown, content: FindingContents[FindingSubject]): unknown {
  // A `false` of "none" flags is not worth reporting.
  if (value === false && part.endsWith('None')) return null;
  if (part === 'pepStatus') return pepStatusLabels[value as keyof typeof pepStatusLabels];
  return typeof value === 'number' && 'currency' in content ? formatMoney(value, content.currency) : value;
}

/** Audited parts of a subject, with the labels of the form. */
function auditable(
  subject: FindingSubject,
  content: FindingContents[FindingSubject] | undefined,
): Record<string, unknown> {
  if (content === undefined) return {};
  return Object.fromEntries(
    Object.entries(content).map(([part, value]) => {
      return [`${subject}.${part}`, toldPart(part, value, content)];
    }),
  );
}

/** Result of a command on findings. */
interface Done {
  subject: FindingSubject;
  content: FindingContents[FindingSubject] | undefined;
  alsoWithdrawn: readonly FindingSubject[];
  level: WrittenLevel;
}

/** Increments the client's version and saves the level that now applies. */
async function finish(
  work: Context,
  { client }: LockedClient,
  columns: CddStatusColumns,
  done: Omit<Done, 'level'>,
): Promise<Done> {
  const { trx, at, caller } = work;
  await updateCddStatus(trx, {
    companyId: caller.company.id,
    id: client.id,
    version: client.version,
    columns,
    at,
    by: caller.member.id,
  });
  return { ...done, level: await writeCddLevel(work, client.id) };
}

function getEvents(
  { client, input }: LockedClient,
  { subject, content, alsoWithdrawn, level }: Done,
  { action, reason }: { action: string; reason?: string },
): WorkEvent[] {
  const kept = findingsBySubject(input.findings);
  const withdrawn = alsoWithdrawn.map((one) => auditable(one, kept[one]));
  const own: WorkEvent = {
    action,
    resourceType: 'client',
    resourceId: client.id,
    detail: {
      subject,
      changes: {
        ...changesBetween(
          Object.assign({}, auditable(subject, kept[subject]), ...withdrawn),
          auditable(subject, content),
        ),
        // The subject comes first, whatever its parts are called.
        finding: { before: null, after: findingLabels[subject] },
        ...(alsoWithdrawn.length === 0
          ? {}
          : {
              alsoWithdrawn: {
                before: null,
                after: alsoWithdrawn.map((one) => findingLabels[one]).join(', '),
              },
            }),
        ...(reason === undefined ? {} : { withdrawnBecause: { before: null, after: reason } }),
      },
    },
    ...(reason === undefined ? {} : { reason }),
  };
  return [own, ...level.events];
}

function getEntity(form: Extract<FindingForm, { subject: 'entity' }>): FindingContents['entity'] {
  const { subject, version, basis, identifierNone, nomineesNone, settlorsNone, protectorsNone, ...parts } =
    form;
  return {
    existence: parts.existence ?? null,
    existenceSource: parts.existenceSource ?? null,
    structure: parts.structure ?? null,
    structureSource: parts.structureSource ?? null,
    powers: parts.powers ?? null,
    powersSource: parts.powersSource ?? null,
    governance: parts.governance ?? null,
    governanceSource: parts.governanceSource ?? null,
    identifier: parts.identifier ?? null,
    identifierNone,
    nominees: parts.nominees ?? null,
    nomineesNone,
    settlors: parts.settlors ?? null,
    settlorsNone,
    protectors: parts.protectors ?? null,
    protectorsNone,
    natureOfBusiness: parts.natureOfBusiness ?? null,
    objects: parts.objects ?? null,
    basis,
  };
}

function getContent(form: FindingForm, { addresses: [address] }: Client): FindingContents[FindingSubject] {
  switch (form.subject) {
    case 'politicalExposure':
      return {
        pepStatus: form.pepStatus,
        pepOf: form.pepOf,
        ...(form.pepStatus === 'none'
          ? { office: null, officeCountry: null, officeEndedOn: null }
          : {
              office: form.office ?? null,
              officeCountry: form.officeCountry ?? null,
              officeEndedOn: form.officeEndedOn ?? null,
            }),
        basis: form.basis,
      };
    case 'structure':
      return {
        holdsPersonalAssets: form.holdsPersonalAssets,
        beneficiaryCount: form.beneficiaryCount ?? null,
      };
    case 'entity':
      return getEntity(form);
    case 'ownership':
      return { outcome: form.outcome, basis: form.basis };
    case 'ownersDeemed':
      return { ground: form.ground, basis: form.basis };
    case 'addressVerified':
      return { address: address ? formatAddress(address) : '', basis: form.basis };
    case 'addressExcused':
      return { reason: form.reason };
    case 'unusual':
      return { what: form.what, findings: form.findings ?? null };
    case 'significantChange':
    case 'nestedServices':
      return { what: form.what };
    case 'newTechnology':
    case 'furtherMeasures':
      return { what: form.what, measures: form.measures ?? null };
    case 'anonymousAccount':
      return { what: form.what, ended: form.ended ?? null };
    case 'earlierCdd':
      return { ground: form.ground, doneBy: form.doneBy, doneOn: form.doneOn, basis: form.basis };
    case 'actingExcused':
    case 'pepCheckExcused':
    case 'enhanced':
    case 'mitigation':
      return { reason: form.reason };
    case 'simplified':
      return {
        listedClass: form.listedClass ?? null,
        inListedClass: form.listedClass !== undefined,
        ground: form.ground,
      };
    case 'seniorApproval':
      return { note: form.note ?? null };
    case 'sourceValue':
      return {
        wealth: form.wealth ?? null,
        funds: form.funds ?? null,
        currency: form.currency,
        basis: form.basis,
      };
    case 'sourceNotRelevant':
      return { of: form.of, reason: form.reason };
  }
}

/** Rejects an office left in the future, and a status inconsistent with the office's country. */
function checkOffice(
  form: Extract<FindingForm, { subject: 'politicalExposure' }>,
  { company, on }: DiligenceInput,
  problems: { add(field: string, message: string): void },
): void {
  const { officeCountry: country, officeEndedOn: endedOn } = form;
  if (endedOn !== undefined && endedOn > on) {
    problems.add('officeEndedOn', 'This cannot be in the future. Leave it blank while the office is held.');
  }
  if (country !== undefined && !suitsOffice(form, country, company.regulatedIn)) {
    const laws = company.regulatedIn.map(countryName).join(' and ');
    problems.add(
      'officeCountry',
      `For a company regulated in ${laws}, an office of ${countryName(country)} is ${company.regulatedIn.some((law) => law === country) ? 'domestic' : 'foreign'}. Change the country or the finding.`,
    );
  }
}

/** Rejects an outcome that the record contradicts. AU Rules 6-8 excludes trusts. */
function checkOwnership(
  { outcome }: Extract<FindingForm, { subject: 'ownership' }>,
  input: DiligenceInput,
  problems: { add(field: string, message: string): void },
): void {
  const facts = getFacts(input);
  const hasOwners = input.company.regulatedIn.some((law) => beneficialOwners(facts, law).length > 0);
  if (outcome === 'identified' && !hasOwners) {
    problems.add('outcome', 'No related party is a beneficial owner yet. Record the owners first.');
  }
  const isNoneRefused = outcome === 'none' && input.company.regulatedIn.includes('AUS');
  if (isTrust(facts) && (outcome === 'unable' || isNoneRefused)) {
    problems.add('outcome', 'A trust always has persons who own or control it. Record them first.');
  }
}

/** New Zealand allows simplified CDD by a class alone. NZ s18(2), to be confirmed. */
function checkSimplified(
  { listedClass }: Extract<FindingForm, { subject: 'simplified' }>,
  input: DiligenceInput,
  problems: { add(field: string, message: string): void },
): void {
  const isNewZealand = assessClient(input).packs.some(({ jurisdiction }) => jurisdiction === 'NZL');
  if (isNewZealand && listedClass === undefined) problems.add('listedClass', 'Select a class');
}

/** Findings that a new one on political exposure replaces: an approval of another exposure, and the reason not to check. */
function outdatedByExposure(input: DiligenceInput, exposure: PepExposure): FindingSubject[] {
  const isExcused = input.findings.some(({ subject }) => subject === 'pepCheckExcused');
  return [...outdatedApproval(input, exposure), ...(isExcused ? (['pepCheckExcused'] as const) : [])];
}

/** Rejects a day in the future, and a ground that the company or the day does not allow. */
function checkEarlierCdd(
  { ground, doneOn }: Extract<FindingForm, { subject: 'earlierCdd' }>,
  { company, on }: DiligenceInput,
  problems: { add(field: string, message: string): void },
): void {
  if (!company.regulatedIn.includes('AUS')) {
    problems.add('ground', 'Only Australian law has such grounds, and your company is not regulated there.');
  }
  const problem = earlierCddProblem({ ground, doneOn }, company);
  if (problem !== null) problems.add(problem.field, problem.text);
  if (doneOn > on) problems.add('doneOn', 'This cannot be in the future.');
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
  check(context, before) {
    const { body, problems } = context;
    requirePermission(context, before, body.subject, 'record');
    if (body.subject === 'politicalExposure') checkOffice(body, before.input, problems);
    if (body.subject === 'ownership') checkOwnership(body, before.input, problems);
    if (body.subject === 'simplified') checkSimplified(body, before.input, problems);
    if (body.subject === 'earlierCdd') checkEarlierCdd(body, before.input, problems);
    if (body.subject === 'pepCheckExcused' && !mayExcusePepCheck(before.client)) {
      problems.add(
        'reason',
        'The PEP status of this client is on record, so there is no check to leave out.',
      );
    }
    if (body.subject === 'addressVerified' && before.input.client.addresses.length === 0) {
      problems.add('basis', 'The client has no address. Record it first.');
    }
  },
  async change(context, before) {
    const { trx, at, caller, body: form } = context;
    const { subject } = form;
    const content = getContent(form, before.input.client);
    const columns =
      form.subject === 'politicalExposure' ? { pep_status: form.pepStatus, pep_of: form.pepOf } : null;
    const alsoWithdrawn =
      form.subject === 'politicalExposure'
        ? outdatedByExposure(before.input, {
            ...form,
            pepOffice: pepOffice(content as FindingContents['politicalExposure']),
          })
        : [];
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
    return finish(context, before, columns ?? {}, { subject, content, alsoWithdrawn });
  },
  read: async ({ caller, time }, _, { level }) => toDiligenceDto(level.input, caller, time()),
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
    const columns = { pep_status: 'notChecked', pep_of: null } as const;
    const alsoWithdrawn = isExposure ? outdatedApproval(before.input, { pepStatus: 'notChecked' }) : [];
    await deleteFindings(context.trx, before.client.id, [subject, ...alsoWithdrawn]);
    if (isExposure) await emitChangesAbove(context, before);
    return finish(context, before, isExposure ? columns : {}, { subject, content: undefined, alsoWithdrawn });
  },
  read: async ({ caller, time }, _, { level }) => toDiligenceDto(level.input, caller, time()),
  events: ({ body: { reason } }, { before, done }) =>
    getEvents(before, done, { action: 'client.findingWithdrawn', reason }),
});
