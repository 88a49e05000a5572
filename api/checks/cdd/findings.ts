import {
  type FindingForm,
  recordFinding as recordEndpoint,
  withdrawFinding as withdrawEndpoint,
} from '#contract/findings.ts';
import { type FindingContents, type FindingSubject, findingLabels } from '#rules/cdd-rule-packs/findings.ts';
import { pepStatusLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { formatMoney } from '#rules/format/money.ts';
import { suitsOffice } from '#rules/pep.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsOf } from '../../kernel/command/command.ts';
import type { Work, WorkEvent } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { findingPermission } from './finding-permissions.ts';
import { deleteFindings, findingsBySubject, writeFinding } from './findings-store.ts';
import { type LockedClient, lockWithCdd, staleCdd } from './locked-client.ts';
import { type DiligenceInput, toDiligenceDto } from './requirements.ts';
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

/** A part of a finding in words: statuses by their label, amounts with their currency. */
function toldPart(part: string, value: unknown, content: FindingContents[FindingSubject]): unknown {
  if (part === 'pepStatus') return pepStatusLabels[value as keyof typeof pepStatusLabels];
  return typeof value === 'number' && 'currency' in content ? formatMoney(value, content.currency) : value;
}

/** What the history tells of a subject: its parts under one name each, in the words of the form. */
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

/** What a command on findings did. */
interface Done {
  subject: FindingSubject;
  content: FindingContents[FindingSubject] | undefined;
  alsoWithdrawn: readonly FindingSubject[];
  level: WrittenLevel;
}

/** Counts the client's version up and writes the level that now applies. */
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
        // What it is about stands first, whatever its parts are called.
        finding: { before: null, after: findingLabels[subject] },
        ...(reason === undefined ? {} : { withdrawnBecause: { before: null, after: reason } }),
      },
    },
    ...(reason === undefined ? {} : { reason }),
  };
  return [own, ...level.events];
}

function getContent(form: FindingForm): FindingContents[FindingSubject] {
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
    case 'unusual':
      return { what: form.what, findings: form.findings ?? null };
    case 'significantChange':
      return { what: form.what };
    case 'enhanced':
    case 'mitigation':
      return { reason: form.reason };
    case 'simplified':
      return { inListedClass: form.inListedClass, ground: form.ground };
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

/** Refuses an office left in the future, and a status that does not suit the office's country. */
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

/** Senior manager approval covers the PEP status at the time; a changed status needs a new approval. */
function outdatedApproval(
  { client, standing, findings }: DiligenceInput,
  exposure: { pep_status: string; pep_of: string | null },
): FindingSubject[] {
  const isSame = client.pepStatus === exposure.pep_status && standing.pepOf === exposure.pep_of;
  const isApproved = findings.some(({ subject }) => subject === 'seniorApproval');
  return isSame || !isApproved ? [] : ['seniorApproval'];
}

/**
 * POST /clients/:id/findings. Records a finding, which replaces the previous one on its subject, and updates the CDD level. Rejects
 * callers without permission with `role.forbidden`, an archived client with `request.invalid`.
 */
export const recordFinding = command(recordEndpoint, {
  lock: lockWithCdd,
  stale: staleCdd,
  check(context, before) {
    const { body, problems } = context;
    requirePermission(context, before, body.subject, 'record');
    if (body.subject === 'politicalExposure') checkOffice(body, before.input, problems);
  },
  async change(context, before) {
    const { trx, at, caller, body: form } = context;
    const { subject } = form;
    const content = getContent(form);
    const columns =
      form.subject === 'politicalExposure' ? { pep_status: form.pepStatus, pep_of: form.pepOf } : null;
    const alsoWithdrawn = columns === null ? [] : outdatedApproval(before.input, columns);
    await writeFinding(trx, {
      companyId: caller.company.id,
      clientId: before.client.id,
      subject,
      content,
      at,
      by: caller.member.id,
    });
    if (alsoWithdrawn.length > 0) await deleteFindings(trx, before.client.id, alsoWithdrawn);
    return finish(context, before, columns ?? {}, { subject, content, alsoWithdrawn });
  },
  read: async ({ caller, time }, _, { level }) => toDiligenceDto(level.input, caller, time()),
  events: (_, { before, done }) => getEvents(before, done, { action: 'client.findingRecorded' }),
});

/** POST /clients/:id/findings/:subject/withdrawal. What the law asks for follows at once; the history keeps what was recorded. */
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
    const alsoWithdrawn = isExposure ? outdatedApproval(before.input, columns) : [];
    await deleteFindings(context.trx, before.client.id, [subject, ...alsoWithdrawn]);
    return finish(context, before, isExposure ? columns : {}, { subject, content: undefined, alsoWithdrawn });
  },
  read: async ({ caller, time }, _, { level }) => toDiligenceDto(level.input, caller, time()),
  events: ({ body: { reason } }, { before, done }) =>
    getEvents(before, done, { action: 'client.findingWithdrawn', reason }),
});
