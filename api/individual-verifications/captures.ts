import type { Insertable } from 'kysely';
import { v7 as uuidv7 } from 'uuid';
import { recordEvent } from '../audit/record-event.ts';
import type { PendingAsk, VerificationChecksTable } from '../database/individual-verification-tables.ts';
import { asTenant } from '../database/tenancy.ts';
import type { CaptureState } from '../verification-provider/captures.ts';
import { settle, type VerificationId } from './asking.ts';
import type { Trx, VerificationsDeps } from './deps.ts';
import { withoutLink } from './links.ts';
import { mayAskIssuer } from './moves.ts';
import {
  changeVerification,
  forgetNumbers,
  insertChecks,
  insertEvents,
  lockVerification,
  type NewEvent,
  type StoredVerification,
  takeEvent,
} from './store.ts';

type Turn = {
  trx: Trx;
  deps: VerificationsDeps;
  verification: VerificationId;
  stored: StoredVerification;
  at: Date;
};

const client = { type: 'client' } as const;
const provider = { type: 'provider' } as const;

/** What is asked once the person has agreed: what was entered beforehand and is complete, and the chosen sources. */
function asksAfterConsent({ row, documents }: StoredVerification): PendingAsk[] {
  return [
    ...documents
      .filter((document) => mayAskIssuer(document) && document.missing_for_issuer.length === 0)
      .map(({ id }) => ({ documentId: id })),
    ...row.data_sources.map((source) => ({ source })),
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
  const likeness = matchPercentage === null ? null : `The faces are ${matchPercentage} % alike.`;
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
            detail: liveness === 'match' ? 'A living person was there.' : 'No living person was seen.',
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
            detail: face === 'document_error' ? 'The photo of the document could not be read.' : likeness,
          },
        ]),
  ];
}

async function complete(turn: Turn, capture: CaptureState): Promise<NewEvent[]> {
  const { trx, deps, verification, stored, at } = turn;
  const { row } = stored;
  const { result } = capture;
  const opened: NewEvent[] =
    row.status === 'sent' ? [{ kind: 'opened', text: 'The person opened the link.', by: client }] : [];
  if (result === null || !result.consentGiven) {
    // Nothing was taken, so that nothing is asked. A person of the company decides how to go on.
    await changeVerification(
      trx,
      verification.id,
      { status: 'needsReview', ...withoutLink },
      { at, by: null },
    );
    return [
      ...opened,
      {
        kind: 'captureDone',
        text: 'The person did not agree to be checked. Nothing was taken, and no register was asked.',
        by: client,
      },
    ];
  }
  const consent = row.consent ?? {
    at: capture.completedAt ?? at.toISOString(),
    how: 'onPhone',
    note: null,
    recordedBy: 'The client',
  };
  const pending = asksAfterConsent(stored);
  await insertChecks(trx, captureChecks(turn, result, capture.captureReference));
  await changeVerification(
    trx,
    verification.id,
    {
      status: 'processing',
      consent: JSON.stringify(consent),
      images_held_until: result.imagesHeldUntil,
      pending: JSON.stringify(pending),
      tries: 0,
      ...withoutLink,
      next_try_at: pending.length > 0 ? at.toISOString() : null,
    },
    { at, by: null },
  );
  const events: NewEvent[] = [
    ...opened,
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
    { status: settled.status, machine_result: settled.machineResult as never },
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

/**
 * Takes what happened on the person's phone, from a callback (`eventId`) or because we asked. An event that came before, a link that
 * another one replaced, and a verification that is past it change nothing.
 *
 * @returns whether something is to be asked now.
 */
export async function applyCapture(
  deps: VerificationsDeps,
  verification: VerificationId,
  { capture, eventId }: { capture: CaptureState; eventId: string | null },
): Promise<boolean> {
  const { companyId, id } = verification;
  return asTenant(deps.db, companyId, async (trx) => {
    const stored = await lockVerification(trx, id);
    if (stored === null) return false;
    const at = deps.now();
    if (eventId !== null && !(await takeEvent(trx, { companyId, eventId, at }))) return false;
    const { row } = stored;
    if (row.capture_reference !== capture.captureReference) return false;
    if (row.status !== 'sent' && row.status !== 'opened') return false;
    const events = await follow({ trx, deps, verification, stored, at }, capture);
    if (events.length === 0) return false;
    await insertEvents(trx, { companyId, verificationId: id, at }, events);
    await recordEvent(trx, deps, {
      companyId,
      actor: { type: 'system', id: 'verification-provider', role: 'provider' },
      action: `individualVerification.${capture.status}OnPhone`,
      resourceType: 'individualVerification',
      resourceId: id,
      detail: { clientId: row.client_id, capture: capture.captureReference, status: capture.status },
      requestId: eventId ?? 'follow-verifications',
    });
    return capture.status === 'completed';
  });
}
