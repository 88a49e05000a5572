import type { EndpointInput } from '#contract/endpoint.ts';
import {
  reopenVerification as reopenEndpoint,
  retryVerification as retryEndpoint,
  runVerificationChecks as runEndpoint,
  sendVerificationLink as sendEndpoint,
} from '#contract/individual-verifications/individual-verifications.ts';
import type { IndividualVerification } from '#contract/individual-verifications/verification-record.ts';
import { checksToRetry, currentChecks } from '#rules/identity-verification/current-checks.ts';
import { type DataSourceCode, dataSourceCodes } from '#rules/identity-verification/sources.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import type { PendingCheck } from '../../kernel/database/tables/individual-verification-tables.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import { apiError, invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { getRecipient, recipientColumns, sendLinkNow } from './links.ts';
import { canCheckSource, canCheckWithIssuer, checkBlockers } from './record/available-actions.ts';
import { endCapture } from './record/capture-store.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { checkFact } from './record/facts.ts';
import {
  addToTimeline,
  type LockedVerification,
  readRecord,
  requireBureauStatements,
  requireNoBlockers,
  requireTransition,
  verificationEvent,
  verificationSteps,
  writeVerification,
} from './record/locked-verification.ts';
import { type DocumentRow, unapproved, withoutApproval } from './record/store.ts';
import { runChecksInBackground, settle } from './run-source-checks.ts';

const command = commandsFor<VerificationsDeps>();
const handler = handlersFor<VerificationsDeps>();

type Run = EndpointInput<typeof runEndpoint>['body'];

/** Documents to check with their issuers: the selected ones, or all complete ones. */
function chosenDocuments({ judged }: LockedVerification, { documentIds: ids }: Run): DocumentRow[] {
  const { documents } = judged.stored;
  if (ids === undefined) {
    const askable = documents.filter(canCheckWithIssuer);
    const complete = askable.filter(({ missing_for_issuer }) => missing_for_issuer.length === 0);
    // Missing fields are only reported if no document is complete.
    return complete.length > 0 ? complete : askable;
  }
  const chosen = documents.filter(({ id }) => ids.includes(id));
  if (chosen.length < new Set(ids).size)
    throw invalid('Select documents of this verification', 'documentIds');
  if (!chosen.every(canCheckWithIssuer)) {
    throw invalid(
      'No issuer can check this document, or its number was deleted. Enter it again, or exclude the document.',
      'documentIds',
    );
  }
  return chosen;
}

/** Checks of a run: documents at their issuers, and data sources. */
function wantedChecks(before: LockedVerification, body: Run) {
  const { row } = before.judged.stored;
  return {
    documents: chosenDocuments(before, body),
    dataSources: body.dataSources.length > 0 ? body.dataSources : row.data_sources,
    bureauStatement: body.bureau ?? row.bureau_statement,
  };
}

/**
 * POST /individual-verifications/:id/checks. Results arrive in the background; a verification that was not started
 * changes its status at once.
 */
export const runChecks = command(runEndpoint, {
  ...verificationSteps,
  check(context, before) {
    requireTransition(context, before, 'runChecks');
    const wanted = wantedChecks(before, context.body);
    requireBureauStatements(wanted);
    requireNoBlockers(checkBlockers(before.judged, wanted));
  },
  async change(context, before) {
    const { at, deps, caller, body, params, afterCommit } = context;
    const { row } = before.judged.stored;
    const { documents, dataSources, bureauStatement } = wantedChecks(before, body);
    const pending: PendingCheck[] = [
      ...documents.map(({ id }) => ({ documentId: id })),
      ...dataSources.map((source) => ({ source })),
    ];
    await writeVerification(context, before, {
      status: row.status === 'notStarted' ? 'processing' : row.status,
      ...withoutApproval(row),
      data_sources: [...dataSources],
      bureau_statement: bureauStatement && JSON.stringify(bureauStatement),
      pending: JSON.stringify(pending),
      tries: 0,
      next_try_at: at,
    });
    const count = pending.length;
    await addToTimeline(context, before, {
      kind: 'checkRan',
      text: count === 1 ? '1 source is being checked.' : `${count} sources are being checked.`,
    });
    // The job runs them if the process ends before.
    afterCommit(() => runChecksInBackground(deps, { companyId: caller.company.id, id: params.id }));
    return { documents: documents.length, dataSources: [...dataSources] };
  },
  events: (_, { done: detail, ...result }) => verificationEvent('checksStarted', result, { detail }),
});

/** Everything that has not matched, and every document that has not been checked. */
function unmatchedChecks({ judged }: LockedVerification): PendingCheck[] {
  const { documents, checks, row } = judged.stored;
  const facts = checks.map(checkFact);
  const again = checksToRetry(facts);
  const matched = currentChecks(facts).filter(({ outcome }) => outcome === 'match');
  const askable = documents.filter(
    (document) =>
      canCheckWithIssuer(document) &&
      document.missing_for_issuer.length === 0 &&
      !matched.some(({ type, documentId }) => type === 'issuer' && documentId === document.id),
  );
  const sources = dataSourceCodes.filter(
    (code) =>
      canCheckSource(row, code) &&
      (again.some(({ type, source }) => type === 'dataSource' && source === code) ||
        (row.data_sources.includes(code) && !matched.some(({ source }) => source === code))),
  );
  return [
    ...askable.map((document) => ({ documentId: document.id })),
    ...sources.map((source) => ({ source })),
  ];
}

/** Blockers of checking the pending documents and sources. */
function retryBlockers({ judged }: LockedVerification, pending: readonly PendingCheck[]) {
  const ids = new Set(pending.flatMap((ask) => ('documentId' in ask ? [ask.documentId] : [])));
  const dataSources = pending.flatMap((ask): DataSourceCode[] => ('source' in ask ? [ask.source] : []));
  return checkBlockers(judged, {
    documents: judged.stored.documents.filter(({ id }) => ids.has(id)),
    dataSources,
    bureauStatement: judged.stored.row.bureau_statement,
  });
}

const undecided = {
  ...unapproved,
  rules: null,
  decision: null,
  decision_reason: null,
  decided_by: null,
  decided_at: null,
  opposes_findings: false,
} as const;

/**
 * POST /individual-verifications/:id/retry. Repeats checks that did not match or did not run. An earlier decision
 * becomes history.
 */
export const retry = command(retryEndpoint, {
  ...verificationSteps,
  check(context, before) {
    requireTransition(context, before, 'retry');
    const pending = unmatchedChecks(before);
    if (pending.length > 0) requireNoBlockers(retryBlockers(before, pending));
  },
  async change(context, before) {
    const { trx, at, deps, caller, body, params, afterCommit } = context;
    const pending = unmatchedChecks(before);
    await writeVerification(context, before, {
      status: 'processing',
      ...undecided,
      pending: JSON.stringify(pending),
      tries: 0,
      next_try_at: pending.length > 0 ? at : null,
    });
    const place = { companyId: caller.company.id, id: params.id };
    if (pending.length > 0) afterCommit(() => runChecksInBackground(deps, place));
    else {
      // No checks are pending: the decision is based on the existing results.
      const { machineResult } = await settle(trx, deps, place);
      await writeVerification(context, before, { status: 'needsReview', machine_result: machineResult });
    }
    const why = body.reason === undefined ? '' : ` ${body.reason}`;
    await addToTimeline(context, before, {
      kind: 'retried',
      text: pending.length > 0 ? `Tried again.${why}` : `Resumed. No automatic checks left to run.${why}`,
    });
    return pending.length;
  },
  events: ({ body: { reason } }, { done: asked, ...result }) =>
    verificationEvent('retried', result, { reason, detail: { asked } }),
});

const requestLink = command(sendEndpoint, {
  ...verificationSteps,
  check: (context, before) => requireTransition(context, before, 'sendLink'),
  async change(context, before) {
    const { deps, caller, body, params, afterCommit } = context;
    const place = { companyId: caller.company.id, id: params.id };
    const recipient = getRecipient(body, caller.company.billingCountryCode);
    await writeVerification(context, before, {
      ...(await recipientColumns(context.trx, deps, place, recipient)),
      tries: 0,
    });
    // A form that is sent twice sends one link.
    afterCommit(() => sendLinkNow(deps, place));
  },
  events: ({ body: { channel } }, result) => verificationEvent('linkAsked', result, { detail: { channel } }),
});

/** POST /individual-verifications/:id/link. Sends the link again, to the same or another place. The one before stops working. */
export const sendLink = handler(sendEndpoint, async (deps, { params, body }, caller) => {
  await requestLink.run(deps, caller, { params, body });
  return readAfterSending(deps, caller, params.id);
});

/** The verification after its link was sent, or could not be sent. */
export function readAfterSending(
  deps: VerificationsDeps,
  caller: MemberCaller,
  id: string,
): Promise<IndividualVerification> {
  return asTenant(deps.db, caller.company.id, async (trx) => {
    const found = await readRecord(trx, deps, caller, id);
    if (found === null) throw apiError('record.notFound');
    return found;
  });
}

/** POST /individual-verifications/:id/reopen, after its evidence has expired. Earlier findings stay in its timeline. */
export const reopenVerification = command(reopenEndpoint, {
  ...verificationSteps,
  check: (context, before) => requireTransition(context, before, 'reopenVerification'),
  async change(context, before) {
    const { capture_reference: capture, decided_at: decidedAt } = before.judged.stored.row;
    // Its photos are retained by the decision of their own round.
    if (capture !== null) await endCapture(context.trx, capture, decidedAt ?? context.at);
    await writeVerification(context, before, {
      status: 'notStarted',
      round: before.judged.stored.row.round + 1,
      consent: null,
      bureau_statement: null,
      bureau_notice: null,
      capture_reference: null,
      link_expires_at: null,
      machine_result: null,
      ...undecided,
      verified_at: null,
      evidence_expires_on: null,
      pending: JSON.stringify([]),
      tries: 0,
    });
    await addToTimeline(context, before, {
      kind: 'started',
      text: 'Reopened, because the evidence was out of date.',
    });
  },
  events: (_, result) => verificationEvent('openedAnew', result),
});
