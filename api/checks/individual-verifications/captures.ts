import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import type { CaptureState } from '../../integrations/verification-provider/captures.ts';
import { inWork, type Work, type WorkActor } from '../../kernel/command/work.ts';
import type {
  PendingCheck,
  VerificationChecksTable,
} from '../../kernel/database/tables/individual-verification-tables.ts';
import type { Trx } from '../../kernel/database/tables/schema.ts';
import { withoutLink } from './links.ts';
import { canCheckSource, canCheckWithIssuer } from './record/available-actions.ts';
import { claimCallbackEvent } from './record/callback-store.ts';
import { endCapture } from './record/capture-store.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { forgetNumbers } from './record/documents-store.ts';
import {
  changeVerification,
  insertChecks,
  lockVerification,
  type StoredVerification,
} from './record/store.ts';
import { insertEvents, type NewEvent } from './record/timeline-store.ts';
import { settle, type VerificationId } from './run-source-checks.ts';

type Turn = {
  trx: Trx;
  deps: VerificationsDeps;
  verification: VerificationId;
  stored: StoredVerification;
  at: Date;
};

const client = { type: 'client' } as const;
const provider = { type: 'provider' } as const;

/**
 * Checks to run after consent: complete documents entered in advance, and the selected sources. Excludes a credit reporting body until its
 * statements are recorded, which consent on the phone does not include.
 */
function requestsAfterConsent({ row, documents }: StoredVerification): PendingCheck[] {
  return [
    ...documents
      .filter((document) => canCheckWithIssuer(document) && document.missing_for_issuer.length === 0)
      .map(({ id }) => ({ documentId: id })),
    ...row.data_sources.filter((source) => canCheckSource(row, source)).map((source) => ({ source })),
  ];
}

function captureChecks(
  { verification, stored, at }: Turn,
  { face, liveness, matchPercentage }: NonNullable<CaptureState['result']>,
  reference: string,
): Insertable<VerificationChecksTable>[] {
  const common = {
    company_id: verification.companyId,
    verification_id: verification.id,
    round: stored.row.round,
    source: null,
    document_id: null,
    reference,
    at: at.toISOString(),
  };
  const faceMatchText = matchPercentage === null ? null : `Face match ${matchPercentage}%.`;
  return [
    ...(liveness === null
      ? []
      : [
          {
            ...common,
            id: uuidv7({ msecs: at.getTime() }),
            type: 'liveness' as const,
            outcome: liveness,
            matched: [],
            unmatched: [],
            detail: liveness === 'match' ? 'Liveness confirmed.' : 'Liveness not confirmed.',
          },
        ]),
    ...(face === null
      ? []
      : [
          {
            ...common,
            id: uuidv7({ msecs: at.getTime() }),
            type: 'face' as const,
            outcome: face,
            matched: face === 'match' ? ['face' as const] : [],
            unmatched: face === 'no_match' ? ['face' as const] : [],
            detail:
              face === 'document_error' ? 'The photo of the document could not be read.' : faceMatchText,
          },
        ]),
  ];
}

/** Event that the link was opened, unless one is recorded. */
const toOpenedEvents = ({ status }: StoredVerification['row']): NewEvent[] =>
  status === 'sent' ? [{ kind: 'opened', text: 'The person opened the link.', by: client }] : [];

/** Without consent no photos are taken and nothing is checked; a member decides how to continue. */
async function completeWithoutConsent({ trx, verification, stored, at }: Turn): Promise<NewEvent[]> {
  await changeVerification(trx, verification.id, { status: 'needsReview', ...withoutLink }, { at, by: null });
  return [
    ...toOpenedEvents(stored.row),
    {
      kind: 'captureDone',
      text: 'The person did not consent to the checks. Nothing was captured, and no register was checked.',
      by: client,
    },
  ];
}

async function complete(turn: Turn, capture: CaptureState): Promise<NewEvent[]> {
  const { trx, deps, verification, stored, at } = turn;
  const { row } = stored;
  const { result } = capture;
  if (result === null || !result.consentGiven) return completeWithoutConsent(turn);
  const consent = row.consent ?? {
    at: capture.completedAt ?? at.toISOString(),
    how: 'onPhone',
    note: null,
    recordedBy: 'Client',
  };
  const pending = requestsAfterConsent(stored);
  await insertChecks(trx, captureChecks(turn, result, capture.captureReference));
  await changeVerification(
    trx,
    verification.id,
    {
      status: 'processing',
      consent: JSON.stringify(consent),
      pending: JSON.stringify(pending),
      tries: 0,
      ...withoutLink,
      next_try_at: pending.length > 0 ? at.toISOString() : null,
    },
    { at, by: null },
  );
  const events: NewEvent[] = [
    ...toOpenedEvents(row),
    ...(row.consent === null
      ? [{ kind: 'consentGiven' as const, text: 'The person agreed on the phone.', by: client }]
      : []),
    {
      kind: 'captureDone',
      text: result.documentReadable
        ? 'The person photographed a document and their face.'
        : 'The person went through the check; the document could not be read.',
      by: client,
    },
  ];
  if (pending.length > 0) return events;
  const settled = await settle(trx, deps, verification);
  await changeVerification(
    trx,
    verification.id,
    { status: settled.status, machine_result: settled.machineResult },
    { at, by: null },
  );
  return [...events, settled.event];
}

const endings = {
  expired: { status: 'expired', kind: 'expired', text: 'The link expired before it was used.' },
  cancelled: { status: 'cancelled', kind: 'cancelled', text: 'The checking service cancelled the link.' },
} as const;

async function follow(turn: Turn, capture: CaptureState): Promise<NewEvent[]> {
  const { trx, verification, stored, at } = turn;
  switch (capture.status) {
    case 'completed':
      return complete(turn, capture);
    case 'expired':
    case 'cancelled': {
      const { status, kind, text } = endings[capture.status];
      await changeVerification(trx, verification.id, { status, ...withoutLink }, { at, by: null });
      await forgetNumbers(trx, verification.id);
      await endCapture(trx, capture.captureReference, at.toISOString());
      return [{ kind, text, by: provider }];
    }
    case 'opened':
      if (stored.row.status === 'opened') return [];
      await changeVerification(trx, verification.id, { status: 'opened' }, { at, by: null });
      return [{ kind: 'opened', text: 'The person opened the link.', by: client }];
    default:
      return [];
  }
}

interface CaptureNews {
  capture: CaptureState;
  /** The provider's event; null if the capture was polled. */
  eventId: string | null;
}

/** Saves the state of the capture, if it changed. @returns whether checks are pending now. */
async function saveCapture(
  { trx, time, record }: Work,
  deps: VerificationsDeps,
  verification: VerificationId,
  { capture, eventId }: CaptureNews,
): Promise<boolean> {
  const { companyId, id } = verification;
  const stored = await lockVerification(trx, id);
  if (stored === null) return false;
  const at = time();
  if (eventId !== null && !(await claimCallbackEvent(trx, { companyId, eventId, at }))) return false;
  const { row } = stored;
  if (row.capture_reference !== capture.captureReference) return false;
  if (row.status !== 'sent' && row.status !== 'opened') return false;
  const events = await follow({ trx, deps, verification, stored, at }, capture);
  if (events.length === 0) return false;
  await insertEvents(trx, { companyId, verificationId: id, at }, events);
  record({
    action: `individualVerification.${capture.status}OnPhone`,
    resourceType: 'individualVerification',
    resourceId: id,
    detail: { clientId: row.client_id, capture: capture.captureReference, status: capture.status },
  });
  return capture.status === 'completed';
}

/**
 * Applies the result of a capture, from a callback (`eventId`) or from polling the provider. Repeated events, replaced
 * links and verifications past this stage change nothing.
 *
 * @returns whether checks are pending now.
 */
export function applyCapture(
  deps: VerificationsDeps,
  verification: VerificationId,
  news: CaptureNews,
): Promise<boolean> {
  const by: WorkActor = {
    companyId: verification.companyId,
    actor: { type: 'system', id: 'verification-provider', role: 'provider' },
    requestId: news.eventId ?? 'follow-verifications',
  };
  return inWork(deps, by, (work) => saveCapture(work, deps, verification, news));
}
