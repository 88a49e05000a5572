import type { Transaction } from 'kysely';
import type { z } from 'zod';
import type { Diligence } from '#contract/diligence.ts';
import type { FindingForm, withdrawFinding as withdrawEndpoint } from '#contract/findings.ts';
import { pepStatusLabels } from '#rules/client-types.ts';
import { type FindingContents, type FindingSubject, findingLabels } from '#rules/rule-packs/findings.ts';
import { changesBetween } from '../audit/detail.ts';
import { recordMemberEvent } from '../audit/member-event.ts';
import { lockClientById } from '../clients/store.ts';
import type { Schema } from '../database/schema.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { answerOnce } from '../request-keys/answer-once.ts';
import { findingRight } from './finding-rights.ts';
import { deleteFindings, findingsBySubject, writeFinding } from './findings-store.ts';
import { type DiligenceInput, presentDiligence } from './guidance.ts';
import { keepLevel } from './level.ts';
import { type DiligenceDeps, diligenceInput } from './service.ts';
import { changeStanding, type StandingColumns } from './store.ts';

type Withdrawal = z.output<typeof withdrawEndpoint.body>;

interface Command {
  trx: Transaction<Schema>;
  deps: DiligenceDeps;
  caller: MemberCaller;
  input: DiligenceInput;
}

/** The client, locked, with all that the rules look at; refuses one that is not there, a stale version, an archived one. */
async function open(
  trx: Transaction<Schema>,
  deps: DiligenceDeps,
  caller: MemberCaller,
  { clientId, version }: { clientId: string; version: number },
): Promise<Command> {
  const client = await lockClientById(trx, clientId);
  if (client === null) throw refuse('record.notFound');
  const input = await diligenceInput(trx, deps, caller, client);
  if (client.version !== version) {
    throw refuse('record.stale', {
      detail: `${client.updatedBy.name} changed this client after you opened it. Look at it as it is now, then try again.`,
      current: presentDiligence(input, caller, deps.now()),
    });
  }
  if (client.status === 'archived') {
    const sentence = 'This client is archived and kept as it was: nothing more is recorded about it.';
    throw refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
  }
  return { trx, deps, caller, input };
}

function requireRight({ caller, deps }: Command, subject: FindingSubject, act: 'record' | 'withdraw'): void {
  const decision = findingRight(caller, subject, act, deps.now());
  if (!decision.allowed) throw refuse(decision.code, { detail: decision.reason });
}

/** What the history tells of a subject: its parts under one name each, in the words of the form. */
function auditable(
  subject: FindingSubject,
  content: FindingContents[FindingSubject] | undefined,
): Record<string, unknown> {
  if (content === undefined) return {};
  return Object.fromEntries(
    Object.entries(content).map(([part, value]) => {
      const told = part === 'pepStatus' ? pepStatusLabels[value as keyof typeof pepStatusLabels] : value;
      return [`${subject}.${part}`, told];
    }),
  );
}

/** Counts the client's version up, keeps the level that now applies and tells the history. */
async function finish(
  command: Command,
  {
    action,
    subject,
    content,
    columns = {},
    reason,
    alsoWithdrawn = [],
  }: {
    action: string;
    subject: FindingSubject;
    content: FindingContents[FindingSubject] | undefined;
    columns?: StandingColumns;
    reason?: string;
    alsoWithdrawn?: readonly FindingSubject[];
  },
): Promise<Diligence> {
  const { trx, deps, caller, input } = command;
  const { client } = input;
  const kept = findingsBySubject(input.findings);
  await changeStanding(trx, {
    companyId: caller.company.id,
    id: client.id,
    version: client.version,
    columns,
    at: deps.now().toISOString(),
    by: caller.member.id,
  });
  const after = await keepLevel(trx, deps, caller, client.id);
  const withdrawn = alsoWithdrawn.map((one) => auditable(one, kept[one]));
  await recordMemberEvent(trx, deps, caller, {
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
  });
  await after.tell();
  return presentDiligence(after.input, caller, deps.now());
}

function contentOf(form: FindingForm): FindingContents[FindingSubject] {
  switch (form.subject) {
    case 'politicalExposure':
      return { pepStatus: form.pepStatus, pepOf: form.pepOf, basis: form.basis };
    case 'sourceOfWealthOrFunds':
      return { of: form.of, description: form.description, verification: form.verification ?? null };
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
  }
}

/** A senior manager approved the person as exposed as she was then: another exposure has to be approved anew. */
function outdatedApproval(
  { input }: Command,
  exposure: { pep_status: string; pep_of: string | null },
): FindingSubject[] {
  const same = input.client.pepStatus === exposure.pep_status && input.standing.pepOf === exposure.pep_of;
  const isApproved = input.findings.some(({ subject }) => subject === 'seniorApproval');
  return same || !isApproved ? [] : ['seniorApproval'];
}

/**
 * POST /clients/:id/findings. Puts a word on a subject in the place of the former one; the level of due diligence follows at once.
 * Refuses a stale version with `record.stale`, whoever may not with `role.forbidden`, an archived client with `request.invalid`.
 */
export function recordFinding(
  deps: DiligenceDeps,
  caller: MemberCaller,
  clientId: string,
  form: FindingForm,
): Promise<Diligence> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: clientId, body: form, status: 200 }, async () => {
      const command = await open(trx, deps, caller, { clientId, version: form.version });
      const { subject } = form;
      requireRight(command, subject, 'record');
      const content = contentOf(form);
      const columns =
        form.subject === 'politicalExposure' ? { pep_status: form.pepStatus, pep_of: form.pepOf } : null;
      const alsoWithdrawn = columns === null ? [] : outdatedApproval(command, columns);
      await writeFinding(trx, {
        companyId: caller.company.id,
        clientId,
        subject,
        content,
        at: deps.now().toISOString(),
        by: caller.member.id,
      });
      if (alsoWithdrawn.length > 0) await deleteFindings(trx, clientId, alsoWithdrawn);
      return finish(command, {
        action: 'client.findingRecorded',
        subject,
        content,
        alsoWithdrawn,
        ...(columns === null ? {} : { columns }),
      });
    }),
  );
}

/** POST /clients/:id/findings/:subject/withdrawal. What the law asks for follows at once; the history keeps what was recorded. */
export function withdrawFinding(
  deps: DiligenceDeps,
  caller: MemberCaller,
  { clientId, subject }: { clientId: string; subject: FindingSubject },
  form: Withdrawal,
): Promise<Diligence> {
  return asTenant(deps.db, caller.company.id, (trx) =>
    answerOnce(trx, deps, caller, { record: `${clientId} ${subject}`, body: form, status: 200 }, async () => {
      const command = await open(trx, deps, caller, { clientId, version: form.version });
      requireRight(command, subject, 'withdraw');
      if (!command.input.findings.some((finding) => finding.subject === subject)) {
        const sentence = 'Nothing is recorded here that could be taken back.';
        throw refuse('request.invalid', { detail: sentence, fields: { '': [sentence] } });
      }
      const isExposure = subject === 'politicalExposure';
      const columns = { pep_status: 'notChecked', pep_of: null } as const;
      const alsoWithdrawn = isExposure ? outdatedApproval(command, columns) : [];
      await deleteFindings(trx, clientId, [subject, ...alsoWithdrawn]);
      return finish(command, {
        action: 'client.findingWithdrawn',
        subject,
        content: undefined,
        alsoWithdrawn,
        reason: form.reason,
        ...(isExposure ? { columns } : {}),
      });
    }),
  );
}
