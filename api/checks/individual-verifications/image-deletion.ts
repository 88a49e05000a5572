import { type CalendarDate, formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import {
  describeImageDeletion,
  type ImageDeletion,
  imageDeletionProblemLabels,
  isDeletionOverdue,
  nextDeletionRequest,
} from '#rules/retention/image-deletion.ts';
import { biometricImagesUntil, isDueForDestruction } from '#rules/retention/retention.ts';
import type { ImageDeletionResult } from '../../integrations/verification-provider/captures.ts';
import { inWork, jobActor, type Work } from '../../kernel/command/work.ts';
import { asJobs } from '../../kernel/database/tenancy.ts';
import { closeAlerts, openAlerts } from '../../records/alerts/inbox.ts';
import { readTimeZone } from '../../records/company-settings/store.ts';
import {
  capturesWithImages,
  dueDeletions,
  type HeldCapture,
  lockCapture,
  lockDueCapture,
  updateDeletion,
} from './image-deletion-store.ts';
import { toImagedVerification } from './record/capture-store.ts';
import type { VerificationsDeps } from './record/deps.ts';
import { insertEvents, type NewEvent } from './record/timeline-store.ts';

/** Captures of one run; the remaining ones follow in the next run, a minute later. */
const maxPerRun = 100;

/** Until then another process has the exclusive right to request; exceeds any request. A crash leads to the same request again. */
const leaseMs = 2 * 60_000;

const jobName = 'follow-verifications';

interface CaptureId {
  companyId: string;
  captureReference: string;
}

/** Whether the photos of a capture are to be deleted on a day. A legal hold retains them without being named. */
function isDeletionDue(capture: HeldCapture, timeZone: string, on: CalendarDate): boolean {
  return isDueForDestruction({
    retainUntil: biometricImagesUntil(toImagedVerification(capture, timeZone)),
    on,
    legalHold: capture.is_held,
    suspicionOpen: false,
  });
}

/**
 * Marks the captures of a page whose retention has ended, for the job that requests the deletion.
 * @returns the last capture of the page; null after the last page
 */
export async function listDueDeletions(
  { trx, at }: Work,
  {
    timeZone,
    today,
    after,
    limit,
  }: { timeZone: string; today: CalendarDate; after: string | null; limit: number },
): Promise<string | null> {
  const captures = await capturesWithImages(trx, { after, limit });
  const due = captures.filter((capture) => isDeletionDue(capture, timeZone, today));
  await updateDeletion(
    trx,
    due.map(({ capture_reference }) => capture_reference),
    { deletion_next_try_at: at },
  );
  return captures.length < limit ? null : (captures.at(-1)?.capture_reference ?? null);
}

/** Records a request before it is made; false if another process makes it, or if the photos are needed again. */
async function startRequest({ trx, time, record }: Work, { companyId, captureReference }: CaptureId) {
  const at = time();
  const capture = await lockDueCapture(trx, { captureReference, now: at.toISOString() });
  if (capture === undefined) return false;
  const timeZone = await readTimeZone(trx, companyId);
  if (!isDeletionDue(capture, timeZone, companyDay(at, timeZone))) {
    await updateDeletion(trx, [captureReference], { deletion_next_try_at: null });
    return false;
  }
  const { deletion_requested_at: requestedAt, verification_id: verificationId } = capture;
  const tries = capture.deletion_tries + 1;
  await updateDeletion(trx, [captureReference], {
    deletion_requested_at: requestedAt ?? at.toISOString(),
    deletion_tries: tries,
    deletion_next_try_at: new Date(at.getTime() + leaseMs).toISOString(),
  });
  if (requestedAt === null) {
    await insertEvents(trx, { companyId, verificationId, at }, [
      {
        kind: 'imageDeletionRequested',
        text: 'The deletion of the photos was requested from the verification provider.',
        by: { type: 'system' },
      },
    ]);
  }
  record({
    action: 'individualVerification.imageDeletionRequested',
    resourceType: 'individualVerification',
    resourceId: verificationId,
    detail: { clientId: capture.client_id, capture: captureReference, tries },
  });
  return true;
}

const getAlertKey = (captureReference: string) => `imagesNotDeleted:${captureReference}`;

/** Records the provider's confirmation. */
async function saveConfirmation(
  work: Work,
  capture: HeldCapture,
  { deletedAt, deletionReference }: Extract<ImageDeletionResult, { ok: true }>,
): Promise<NewEvent> {
  const { capture_reference: captureReference } = capture;
  await updateDeletion(work.trx, [captureReference], {
    deleted_at: deletedAt,
    deletion_reference: deletionReference,
    deletion_problem: null,
    deletion_next_try_at: null,
  });
  work.record({
    action: 'individualVerification.imagesDeleted',
    resourceType: 'individualVerification',
    resourceId: capture.verification_id,
    detail: {
      clientId: capture.client_id,
      capture: captureReference,
      deletedAt,
      reference: deletionReference,
    },
  });
  await closeAlerts(work, {
    dedupeKeys: [getAlertKey(captureReference)],
    reason: 'The verification provider has confirmed the deletion.',
  });
  return {
    kind: 'imagesPurged',
    text: `The verification provider confirmed the deletion of the photos, reference ${deletionReference}. Their result stays.`,
    by: { type: 'provider' },
  };
}

/** Records why a deletion is not confirmed, and the next request; after some days with an alert. */
async function saveProblem(
  work: Work,
  capture: HeldCapture,
  { answer, timeZone }: { answer: Extract<ImageDeletionResult, { ok: false }>; timeZone: string },
): Promise<NewEvent[]> {
  const { capture_reference: captureReference, deletion_requested_at, deletion_tries: tries } = capture;
  const { problem, status, retryAfterSeconds } = answer;
  const at = work.time();
  const requestedAt = deletion_requested_at ?? at.toISOString();
  const nextTry = nextDeletionRequest(tries, at, retryAfterSeconds);
  await updateDeletion(work.trx, [captureReference], {
    deletion_problem: problem,
    deletion_next_try_at: nextTry.toISOString(),
  });
  work.record({
    action: 'individualVerification.imageDeletionNotConfirmed',
    resourceType: 'individualVerification',
    resourceId: capture.verification_id,
    detail: { clientId: capture.client_id, capture: captureReference, problem, status, tries },
  });
  if (isDeletionOverdue(requestedAt, at)) {
    const deletion: ImageDeletion = { requestedAt, confirmedAt: null, reference: null, problem };
    const text = describeImageDeletion(deletion, (instant) =>
      formatDate(companyDay(new Date(instant), timeZone)),
    );
    await openAlerts(work, [
      {
        type: 'other',
        resourceType: 'clients',
        resourceId: capture.client_id,
        severity: 'medium',
        summary: `${text}. Assay requests it again; contact the provider if this continues.`,
        dedupeKey: getAlertKey(captureReference),
      },
    ]);
  }
  if (problem === capture.deletion_problem) return [];
  const reason = imageDeletionProblemLabels[problem];
  return [
    {
      kind: 'imageDeletionNotConfirmed',
      text: `The deletion of the photos is not confirmed: ${reason}. It will be requested again.`,
      by: { type: 'system' },
    },
  ];
}

/** Records a response; none if the capture was destroyed, or confirmed by another request, meanwhile. */
async function saveAnswer(
  work: Work,
  { companyId, captureReference }: CaptureId,
  answer: ImageDeletionResult,
): Promise<void> {
  const capture = await lockCapture(work.trx, captureReference);
  if (capture === undefined) return;
  const timeZone = await readTimeZone(work.trx, companyId);
  const events = answer.ok
    ? [await saveConfirmation(work, capture, answer)]
    : await saveProblem(work, capture, { answer, timeZone });
  const place = { companyId, verificationId: capture.verification_id, at: work.time() };
  await insertEvents(work.trx, place, events);
}

/**
 * Requests the deletion of photos whose retention has ended, each outside any transaction, and records the provider's response. Ends
 * early while the provider cannot be reached. Idempotent: a confirmed deletion is not requested again.
 */
export async function requestDueDeletions(
  deps: VerificationsDeps,
): Promise<{ imagesDeleted: number; deletionsUnconfirmed: number }> {
  const { provider, onError } = deps.verification;
  const sum = { imagesDeleted: 0, deletionsUnconfirmed: 0 };
  const now = deps.now().toISOString();
  const due = await asJobs(deps.db, (trx) => dueDeletions(trx, { now, limit: maxPerRun }));
  for (const capture of due) {
    const by = jobActor(capture.companyId, jobName);
    try {
      if (!(await inWork(deps, by, (work) => startRequest(work, capture)))) continue;
      const answer = await provider.deleteImages(capture.captureReference);
      await inWork(deps, by, (work) => saveAnswer(work, capture, answer));
      if (answer.ok) sum.imagesDeleted += 1;
      else {
        sum.deletionsUnconfirmed += 1;
        if (answer.problem === 'unreachable' || answer.problem === 'timeout') break;
      }
    } catch (error) {
      onError(error);
    }
  }
  return sum;
}
