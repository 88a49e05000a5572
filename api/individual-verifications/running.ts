import type { EndpointInput } from '#contract/endpoint.ts';
import type {
  verifyAgain as againEndpoint,
  retryVerification as retryEndpoint,
  runVerificationChecks as runEndpoint,
  sendVerificationLink as sendEndpoint,
} from '#contract/individual-verifications.ts';
import type { IndividualVerification } from '#contract/verification-record.ts';
import { checksToRetry, currentChecks } from '#rules/verification/current-checks.ts';
import { type DataSourceCode, dataSourceCodes } from '#rules/verification/sources.ts';
import type { PendingAsk } from '../database/individual-verification-tables.ts';
import { asTenant } from '../database/tenancy.ts';
import type { MemberCaller } from '../http/bind.ts';
import { refuse } from '../http/problems.ts';
import { askInBackground, settle } from './asking.ts';
import { type CommandContext, invalid, onVerification } from './command.ts';
import type { VerificationsDeps } from './deps.ts';
import { checkFact } from './facts.ts';
import { recipientColumns, recipientOf, sendLinkNow } from './links.ts';
import { askBlockers, mayAskIssuer } from './moves.ts';
import { present } from './present.ts';
import { changeVerification, type DocumentRow, readVerificationById } from './store.ts';

/** Documents to ask the issuers about: those that were chosen, or all that are complete. */
function chosenDocuments({ judged }: CommandContext, ids: readonly string[] | undefined): DocumentRow[] {
  const { documents } = judged.stored;
  if (ids === undefined) {
    const askable = documents.filter(mayAskIssuer);
    const complete = askable.filter(({ missing_for_issuer }) => missing_for_issuer.length === 0);
    // Only when nothing could be asked is said what each of them lacks.
    return complete.length > 0 ? complete : askable;
  }
  const chosen = documents.filter(({ id }) => ids.includes(id));
  if (chosen.length < new Set(ids).size)
    throw invalid(['Choose documents of this verification'], 'documentIds');
  const silent = chosen.find((document) => !mayAskIssuer(document));
  if (silent !== undefined)
    throw invalid(
      ['No issuer answers for this document, or its number was forgotten. Enter it again, or leave it out.'],
      'documentIds',
    );
  return chosen;
}

function requireAskable(
  context: CommandContext,
  asked: { documents: readonly DocumentRow[]; dataSources: readonly DataSourceCode[] },
): void {
  const blockers = askBlockers(context.judged, asked);
  if (blockers.length > 0) throw invalid(blockers.map(({ text }) => text));
}

/** Asks issuers and sources. The answers come in the background; a verification that was not begun moves on at once. */
export async function runChecks(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  body: EndpointInput<typeof runEndpoint>['body'],
): Promise<IndividualVerification> {
  const answer = await onVerification(deps, caller, { id, body, act: 'runChecks' }, async (context) => {
    const { trx, judged, at } = context;
    const { row } = judged.stored;
    const documents = chosenDocuments(context, body.documentIds);
    const dataSources = body.dataSources.length > 0 ? body.dataSources : row.data_sources;
    requireAskable(context, { documents, dataSources });
    const pending: PendingAsk[] = [
      ...documents.map((document) => ({ documentId: document.id })),
      ...dataSources.map((source) => ({ source })),
    ];
    await changeVerification(
      trx,
      id,
      {
        status: row.status === 'notStarted' ? 'processing' : row.status,
        data_sources: [...dataSources],
        pending: JSON.stringify(pending),
        tries: 0,
        next_try_at: at.toISOString(),
      },
      { at, by: caller.member.id },
    );
    const count = pending.length;
    return {
      action: 'checksStarted',
      events: [
        {
          kind: 'checkRan',
          text: count === 1 ? 'One source is being asked.' : `${count} sources are being asked.`,
          by: { type: 'member', id: caller.member.id },
        },
      ],
      detail: { documents: documents.length, dataSources: [...dataSources] },
    };
  });
  askInBackground(deps, { companyId: caller.company.id, id });
  return answer;
}

/** Everything that has not matched, and every document that has not been asked about. */
function asksAgain({ judged }: CommandContext): PendingAsk[] {
  const { documents, checks, row } = judged.stored;
  const facts = checks.map(checkFact);
  const again = checksToRetry(facts);
  const matched = currentChecks(facts).filter(({ outcome }) => outcome === 'match');
  const askable = documents.filter(
    (document) =>
      mayAskIssuer(document) &&
      document.missing_for_issuer.length === 0 &&
      !matched.some(({ type, documentId }) => type === 'issuer' && documentId === document.id),
  );
  const sources = dataSourceCodes.filter(
    (code) =>
      again.some(({ type, source }) => type === 'dataSource' && source === code) ||
      (row.data_sources.includes(code) && !matched.some(({ source }) => source === code)),
  );
  return [
    ...askable.map((document) => ({ documentId: document.id })),
    ...sources.map((source) => ({ source })),
  ];
}

/** Makes again what did not match or did not run. A decision that stood before is history then. */
export async function retry(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  body: EndpointInput<typeof retryEndpoint>['body'],
): Promise<IndividualVerification> {
  const answer = await onVerification(deps, caller, { id, body, act: 'retry' }, async (context) => {
    const { trx, judged, at } = context;
    const { row, documents } = judged.stored;
    const pending = asksAgain(context);
    if (pending.length > 0) {
      requireAskable(context, {
        documents: documents.filter(({ id: one }) =>
          pending.some((ask) => 'documentId' in ask && ask.documentId === one),
        ),
        dataSources: pending.flatMap((ask) => ('source' in ask ? [ask.source] : [])),
      });
    }
    const by = { at, by: caller.member.id };
    await changeVerification(
      trx,
      id,
      {
        status: 'processing',
        decision: null,
        decision_reason: null,
        decided_by: null,
        decided_at: null,
        opposes_findings: false,
        rules: null,
        pending: JSON.stringify(pending),
        tries: 0,
        next_try_at: pending.length > 0 ? at.toISOString() : null,
      },
      by,
    );
    const why = body.reason === undefined ? '' : ` ${body.reason}`;
    const event = {
      kind: 'retried' as const,
      text:
        pending.length > 0
          ? `Tried again.${why}`
          : `Taken up again, with nothing left to ask by itself.${why}`,
      by: { type: 'member' as const, id: caller.member.id },
    };
    const common = { action: 'retried', reason: body.reason, detail: { asked: pending.length } };
    if (pending.length > 0) return { ...common, events: [event] };
    // Nothing to wait for: a person decides on what is there.
    const settled = await settle(trx, deps, { companyId: row.company_id, id });
    await changeVerification(
      trx,
      id,
      { status: 'needsReview', machine_result: settled.machineResult as never },
      by,
    );
    return { ...common, events: [event] };
  });
  askInBackground(deps, { companyId: caller.company.id, id });
  return answer;
}

/** Sends the link again, to the same or another place. The one before stops working. */
export async function sendLink(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  body: EndpointInput<typeof sendEndpoint>['body'],
): Promise<IndividualVerification> {
  const companyId = caller.company.id;
  await onVerification(deps, caller, { id, body, act: 'sendLink' }, async ({ trx, at }) => {
    const recipient = recipientOf(body, caller.company.billingCountryCode);
    await changeVerification(
      trx,
      id,
      { ...recipientColumns(deps, { companyId, id }, recipient), tries: 0 },
      { at, by: caller.member.id },
    );
    return { action: 'linkAsked', events: [], detail: { channel: recipient.channel } };
  });
  await sendLinkNow(deps, { companyId, id });
  return asTenant(deps.db, companyId, async (trx) => {
    const stored = await readVerificationById(trx, id);
    if (stored === null) throw refuse('record.notFound');
    return present(trx, deps, caller, stored);
  });
}

/** Opens a verification whose evidence is out of date anew. What was found before stays in its timeline. */
export function verifyAgain(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
  body: EndpointInput<typeof againEndpoint>['body'],
): Promise<IndividualVerification> {
  return onVerification(deps, caller, { id, body, act: 'verifyAgain' }, async ({ trx, judged, at }) => {
    await changeVerification(
      trx,
      id,
      {
        status: 'notStarted',
        round: judged.stored.row.round + 1,
        consent: null,
        capture_reference: null,
        link_expires_at: null,
        machine_result: null,
        rules: null,
        decision: null,
        decision_reason: null,
        decided_by: null,
        decided_at: null,
        opposes_findings: false,
        verified_at: null,
        evidence_expires_on: null,
        images_held_until: null,
        images_purged_at: null,
        pending: JSON.stringify([]),
        tries: 0,
      },
      { at, by: caller.member.id },
    );
    return {
      action: 'openedAnew',
      events: [
        {
          kind: 'started',
          text: 'Opened anew, because the evidence was out of date.',
          by: { type: 'member', id: caller.member.id },
        },
      ],
    };
  });
}
