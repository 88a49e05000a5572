import { z } from 'zod';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { instant } from '#contract/fields.ts';
import { verifyAuditLog } from '#contract/platform/audit.ts';
import { faultTexts } from '#rules/audit/audit-proofs.mjs';
import { getVerificationReport } from '#rules/audit/verification-report.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { oneButton, onSubmit } from '../../../components/forms/form-actions.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';

/** Time limit of one verification request; a longer chain continues with the next. */
const verifyingMs = 6000;

type Portion = EndpointResponse<typeof verifyAuditLog>;

/** What a verification has found so far. */
interface Progress {
  /** The query of the next portion. */
  next: NonNullable<Portion['next']>;
  events: number;
  batches: number;
  destroyed: number;
  signedTo: number;
  unsignedSince: string | null;
  compared: number;
}

const noProgress: Progress = {
  next: { after: 0 },
  events: 0,
  batches: 0,
  destroyed: 0,
  signedTo: 0,
  unsignedSince: null,
  compared: 0,
};

const count = z.number().int().min(0);

const progressSchema = z.object({
  next: z.object({ after: count, afterBatch: count.optional() }),
  events: count,
  batches: count,
  destroyed: count,
  signedTo: count,
  unsignedSince: instant.nullable(),
  compared: count,
});

/** The progress that the form posts back; none if it is invalid. */
function readProgress(form: FormData): Progress {
  try {
    return progressSchema.parse(JSON.parse(String(form.get('progress'))));
  } catch {
    return noProgress;
  }
}

const addPortion = (progress: Progress, portion: Portion): Progress => ({
  next: portion.next ?? progress.next,
  events: portion.verifiedTo,
  batches: portion.batches?.verifiedTo ?? progress.batches,
  destroyed: progress.destroyed + portion.detailsDestroyed,
  signedTo: Math.max(progress.signedTo, portion.signedTo),
  unsignedSince: progress.unsignedSince ?? portion.unsignedSince,
  compared: progress.compared + (portion.batches?.compared ?? 0),
});

/** The first fault, as a sentence’s end and its beginning; null if there is none. */
function getFault({ broken, batches }: Portion): { at: string; why: string } | null {
  if (broken !== null) return { at: `event ${formatNumber(broken.seq)}`, why: faultTexts[broken.fault] };
  if (!batches?.broken) return null;
  return { at: `signed batch ${formatNumber(batches.broken.number)}`, why: faultTexts[batches.broken.fault] };
}

/** Verifies the log, or the next portions of a long one: the form posts the progress back. */
async function verify({ api, me }: MemberArgs, form: FormData) {
  const startedAt = performance.now();
  const { company } = await me();
  let progress = readProgress(form);
  for (;;) {
    const portion = await api.call(verifyAuditLog, { query: progress.next });
    progress = addPortion(progress, portion);
    const { formerHeads, batches } = portion;
    const events = formatNumber(progress.events);
    const fault = getFault(portion);
    if (fault !== null) return { outcome: 'broken' as const, events, ...fault };
    if (portion.next === null) {
      const { unsignedSince } = progress;
      const report = getVerificationReport({
        events: progress.events,
        detailsDestroyed: progress.destroyed,
        signedEvents: progress.signedTo,
        unsignedSince: unsignedSince === null ? null : formatInstant(unsignedSince, company.timeZone),
        comparesHeadCodes: true,
        formerHeads,
        batches: progress.batches,
        outside: { compared: progress.compared, problem: batches?.problem ?? null },
      });
      return { outcome: 'whole' as const, events, ...report };
    }
    if (performance.now() - startedAt > verifyingMs)
      return { outcome: 'more' as const, events, progress: JSON.stringify(progress) };
  }
}

/** Handles the audit log's form. */
export const handleAuditAction = onSubmit(oneButton(verify));
