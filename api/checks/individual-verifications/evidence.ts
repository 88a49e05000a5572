import {
  addVerificationDocument as addEndpoint,
  recordConsent as consentEndpoint,
  readMachineReadableLines as linesEndpoint,
  recordBureauNotice as noticeEndpoint,
  removeVerificationDocument as removeEndpoint,
} from '#contract/individual-verifications/individual-verifications.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { VerificationMethod } from '#rules/identity-verification/evidence.ts';
import { readMrz } from '#rules/identity-verification/mrz/mrz.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { queriesFor } from '../../kernel/command/query.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readRetainedClients } from '../../records/documents/removal-store.ts';
import type { VerificationsDeps } from './record/deps.ts';
import {
  birthCandidates,
  compareWithRecord,
  type DocumentInput,
  documentRow,
  formatDocument,
  getDocumentChecks,
  prepareDocument,
  suggestedBy,
} from './record/documents.ts';
import { clientsWithSameDocuments, insertDocument, removeDocumentRow } from './record/documents-store.ts';
import { getJudged } from './record/dto.ts';
import {
  addToTimeline,
  type LockedVerification,
  requireTransition,
  verificationEvent,
  verificationSteps,
  writeVerification,
} from './record/locked-verification.ts';
import { requireRemovable } from './record/removal.ts';
import { type DocumentRow, insertChecks, readVerificationById, withoutApproval } from './record/store.ts';
import { settle } from './run-source-checks.ts';

const command = commandsFor<VerificationsDeps>();
const query = queriesFor<VerificationsDeps>();

/** Documents that one verification may have; the laws' longest lists name three. */
const maxDocuments = 10;

/** POST /individual-verifications/:id/consent. From then on issuers and sources can be checked. */
export const recordConsent = command(consentEndpoint, {
  ...verificationSteps,
  check: (context, before) => requireTransition(context, before, 'recordConsent'),
  async change(context, before) {
    const { at, caller, body } = context;
    const consent = { at, how: body.how, note: body.note ?? null, recordedBy: caller.member.name };
    await writeVerification(context, before, { consent: JSON.stringify(consent) });
    await addToTimeline(context, before, { kind: 'consentGiven', text: 'The person agreed to be checked.' });
  },
  events: ({ body: { how } }, result) => verificationEvent('consentRecorded', result, { detail: { how } }),
});

/** POST /individual-verifications/:id/bureau-notice. A field error for a day in the future. */
export const recordBureauNotice = command(noticeEndpoint, {
  ...verificationSteps,
  check(context, before) {
    requireTransition(context, before, 'recordBureauNotice');
    if (context.body.sentOn > before.judged.on) context.problems.add('sentOn', 'Enter a date in the past');
  },
  async change(context, before) {
    const { sentOn, bureauName, alternativeOffered } = context.body;
    await writeVerification(context, before, {
      bureau_notice: JSON.stringify({ sentOn, bureauName, alternativeOffered }),
    });
    await reassess(context, before);
    await addToTimeline(context, before, {
      kind: 'noticeRecorded',
      text: `The person had a written notice on ${formatDate(sentOn)} that ${bureauName} did not confirm the identity, with another way to be verified.`,
    });
  },
  events: ({ body: { sentOn, bureauName } }, result) =>
    verificationEvent('bureauNoticeRecorded', result, { detail: { sentOn, bureauName } }),
});

/** Requires the sighting that the method is based on; throws a field error. */
export function requireLookedAt(method: VerificationMethod, { sighted, certified }: DocumentInput): void {
  if (method === 'documentSighted' && !sighted?.originalSighted)
    throw invalid('Confirm that you saw the original', 'sighted.originalSighted');
  if (method === 'documentCertified' && certified === undefined)
    throw invalid('Enter the name of who certified it', 'certified.refereeName');
}

/** Recalculates the automated result from the current documents and checks. An exception approved for the former evidence is none for these. */
async function reassess(
  context: Work & { deps: VerificationsDeps; caller: MemberCaller },
  before: LockedVerification,
): Promise<void> {
  const { row } = before.judged.stored;
  const { company_id: companyId, id } = row;
  const { machineResult } = await settle(context.trx, context.deps, { companyId, id });
  await writeVerification(context, before, { machine_result: machineResult, ...withoutApproval(row) });
}

/**
 * POST /individual-verifications/:id/documents. A sighted or certified document makes the verification ready for its
 * decision.
 */
export const addDocument = command(addEndpoint, {
  ...verificationSteps,
  check(context, before) {
    requireTransition(context, before, 'addDocument');
    const { row, documents } = before.judged.stored;
    if (documents.length >= maxDocuments) {
      throw invalid(`A verification can have up to ${maxDocuments} documents. Remove one first.`);
    }
    requireLookedAt(row.method, context.body);
  },
  async change(context, before) {
    const { trx, deps, caller, body, params } = context;
    const { judged, at } = before;
    const { row, documents } = judged.stored;
    const place = {
      companyId: caller.company.id,
      verificationId: params.id,
      clientId: row.client_id,
      round: row.round,
      at,
      by: caller.member.id,
    };
    const prepared = prepareDocument(body, { client: judged.client, on: judged.on });
    const added = await documentRow(trx, deps.verification, place, prepared, body);
    if (added.number_hmac && documents.some((document) => document.number_hmac === added.number_hmac))
      throw invalid('This document is recorded here already', 'fields.number');
    await insertDocument(trx, added);
    await insertChecks(trx, getDocumentChecks(place, added.id, prepared, body));
    await reassess(context, before);
    const isDocumentary = row.method === 'documentSighted' || row.method === 'documentCertified';
    if (isDocumentary && row.status === 'notStarted') {
      await writeVerification(context, before, { status: 'needsReview' });
    }
    const text = formatDocument({ type: added.type, number_masked: added.number_masked ?? null });
    const fingerprints = added.number_hmac ? [added.number_hmac] : [];
    const others = await clientsWithSameDocuments(trx, { clientId: row.client_id, fingerprints });
    const isShared = others.length > 0;
    await addToTimeline(context, before, {
      kind: 'documentAdded',
      text: `${text} was added.${isShared ? ' It is also recorded under another client.' : ''}`,
    });
    return { document: text, sharesDocument: isShared };
  },
  events: (_, { done: detail, ...result }) => verificationEvent('documentAdded', result, { detail }),
});

/** The document named in the request; 404 if the verification has none with this id. */
function documentIn({ judged }: LockedVerification, documentId: string): DocumentRow {
  const document = judged.stored.documents.find(({ id }) => id === documentId);
  if (document === undefined) throw apiError('record.notFound');
  return document;
}

/** The clients before their verification, in the same order as placing a hold and destroying the record. */
async function lockForRemoval(context: Parameters<typeof verificationSteps.lock>[0]) {
  const owner = { ownerType: 'individualVerification', ownerId: context.params.id } as const;
  const clients = await readRetainedClients(context.trx, owner, { lock: true });
  const before = await verificationSteps.lock(context);
  return before && { ...before, clients };
}

/** POST /individual-verifications/:id/documents/:documentId/removal. Also removes its findings. Refuses what must be retained. */
export const removeDocument = command(removeEndpoint, {
  ...verificationSteps,
  lock: lockForRemoval,
  check(context, before) {
    requireTransition(context, before, 'removeDocument');
    requireRemovable(documentIn(before, context.params.documentId), {
      ...before,
      on: before.judged.on,
      regulatedIn: before.judged.company.regulatedIn,
    });
  },
  async change(context, before) {
    const { trx, body, params } = context;
    const text = formatDocument(documentIn(before, params.documentId));
    await removeDocumentRow(trx, params.documentId, before.at);
    const pending = before.judged.stored.row.pending.filter(
      (ask) => !('documentId' in ask) || ask.documentId !== params.documentId,
    );
    await writeVerification(context, before, { pending: JSON.stringify(pending) });
    await reassess(context, before);
    await addToTimeline(context, before, {
      kind: 'documentRemoved',
      text: `${text} was removed: ${body.reason}`,
    });
    return text;
  },
  events: ({ body: { reason } }, { done: document, ...result }) =>
    verificationEvent('documentRemoved', result, { reason, detail: { document } }),
});

/** POST /individual-verifications/:id/mrz. Parses a document's MRZ and compares it with the record. Stores nothing. */
export const parseMrz = query(linesEndpoint, async ({ trx, deps, caller, params, body }) => {
  const stored = await readVerificationById(trx, params.id);
  if (stored === null) return null;
  const { client } = await getJudged(trx, deps, caller.company, stored);
  const read = readMrz(body.lines, companyDay(deps.now(), caller.company.timeZone));
  if (!read.ok) return { ok: false as const, problems: read.problems };
  const { name, dateOfBirth, notes } = compareWithRecord(read.zone, client);
  return {
    ok: true as const,
    suggested: suggestedBy(read.zone),
    birthCandidates: birthCandidates(read.zone),
    comparison: { name, dateOfBirth, notes },
    corrections: read.zone.corrections,
  };
});
