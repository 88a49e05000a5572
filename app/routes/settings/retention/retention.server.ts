import { data } from '@remix-run/node';
import { isRecordId } from '#contract/record-id.ts';
import {
  confirmDestruction,
  type DestructionCertificate,
  type DueRecord,
  exportCertificates,
  liftLegalHold,
  readRetention,
  setLegalHold,
} from '#contract/views/retention.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { destroyedKindLabels, destructionBasisLabels } from '#rules/retention/retention.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../../components/forms/form-result.server.ts';
import { textIn, throwFieldErrors } from '../../../components/forms/parse-form.server.ts';
import type { MainApi } from '../../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { documentsHref } from '../../documents/owner-url.server.ts';

const path = settingsUrl('retention');

/** Display names of tables, where they differ. */
const countLabels: Record<string, { one: string; many: string }> = {
  audit_details: { one: 'event detail', many: 'event details' },
  read_events: { one: 'access log entry', many: 'access log entries' },
  client_parties: { one: 'party', many: 'parties' },
};

/** `clients` → `1 client`, `2 clients`. */
function formatCount(table: string, count: number): string {
  const plural = countLabels[table]?.many ?? table.replaceAll('_', ' ');
  const singular = countLabels[table]?.one ?? plural.replace(/ies$/, 'y').replace(/s$/, '');
  return `${count} ${count === 1 ? singular : plural}`;
}

function formatCounts(counts: Record<string, number>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => formatCount(table, count))
    .join(', ');
}

/** Whether the member who confirmed may confirm again, because no one else may, and from when. */
function againIn({ confirmed }: DueRecord, memberId: string, at: (instant: string) => string) {
  const again = confirmed?.by.id === memberId ? confirmed.againFrom : null;
  return { canAgain: again !== null && Date.parse(again) <= Date.now(), againFrom: again && at(again) };
}

/** The people of a certificate: two, or one who confirmed twice. */
function formatConfirmedBy(
  { confirmedBy, confirmedAt, destroyedBy, identityConfirmed }: DestructionCertificate,
  at: (instant: string) => string,
): string {
  return confirmedBy.id === destroyedBy.id
    ? `${destroyedBy.name} alone, first on ${at(confirmedAt)}: no second person was eligible${identityConfirmed ? ', identity confirmed both times' : ''}`
    : `${confirmedBy.name} and ${destroyedBy.name}`;
}

/** Data of the retention view. `?client=` opens a client's legal hold, `?confirm=` the confirmation of a destruction. */
export async function loadRetention({ api, me, url }: MemberArgs) {
  const requested = url.searchParams.get('client') ?? '';
  const client = isRecordId(requested) ? requested : undefined;
  const [{ member, company }, retention] = await Promise.all([
    me(),
    api.call(readRetention, { query: { client } }),
  ]);
  const at = (instant: string) => formatInstant(instant, company.timeZone);
  const due = retention.due.map((destruction) => ({
    id: destruction.id,
    what: destroyedKindLabels[destruction.kind],
    client: destruction.client,
    basis: destructionBasisLabels[destruction.basis],
    keptUntil: formatDate(destruction.keptUntil),
    endKnownFrom: destruction.endKnownFrom && formatDate(destruction.endKnownFrom),
    confirmed: destruction.confirmed && {
      by: destruction.confirmed.by.name,
      at: at(destruction.confirmed.at),
    },
    isMine: destruction.confirmed?.by.id === member.id,
    ...againIn(destruction, member.id, at),
  }));
  const confirmed = url.searchParams.get('confirm');
  return {
    due,
    hasSecondPerson: retention.hasSecondPerson,
    hasMore: retention.hasMore,
    toConfirm: due.find(({ id, isMine, canAgain }) => id === confirmed && (!isMine || canAgain)) ?? null,
    holds: retention.holds.map(({ client, reason, by, at: since }) => ({
      client: client,
      reason,
      by: by.name,
      since: at(since),
    })),
    client: retention.client && {
      id: retention.client.id,
      name: retention.client.name,
      isHeld: retention.client.hold !== null,
      keptUntil: retention.client.keptUntil && formatDate(retention.client.keptUntil),
    },
    certificates: retention.certificates.map((certificate) => ({
      id: certificate.id,
      what: destroyedKindLabels[certificate.kind],
      clientId: certificate.clientId,
      basis: destructionBasisLabels[certificate.basis],
      by: formatConfirmedBy(certificate, at),
      at: at(certificate.destroyedAt),
      counts: formatCounts(certificate.itemCounts),
      digest: certificate.digest,
    })),
    removals: retention.removals.map((removal) => ({
      id: removal.id,
      fileName: removal.fileName,
      href: documentsHref(removal),
      text: `Requested by ${removal.requestedBy.name}, ${at(removal.requestedAt)}: ${removal.reason}`,
    })),
    requestKey: newRequestKey(),
  };
}

/** Result of a rejected form. */
export interface RetentionResult extends FormResult {
  form: 'confirm' | 'hold';
}

const submits = screenForms<MemberArgs>()({
  page: () => path,
  rejected: ({ intent, result, status }) =>
    data<RetentionResult>({ ...result, form: intent === 'confirm' ? 'confirm' : 'hold' }, { status }),
});

/** The destruction or client that a form was posted for. */
function params(_args: MemberArgs, form: FormData): { id: string } {
  const id = textIn(form, 'id');
  return isRecordId(id) ? { id } : throwFieldErrors();
}

const confirmedMessages = {
  confirmedAlone:
    'Confirmed (1 of 2). No one else in your company can confirm, so confirm again after 24 hours or more. The record is not destroyed before.',
  destroyed: 'Records destroyed. The destruction certificate is at the end of this page.',
  confirmed:
    'Confirmed (1 of 2). Another owner or compliance officer must confirm before the records are destroyed.',
};

/** Confirms a destruction, places a client on legal hold or releases the hold. */
export const handleRetentionAction = onSubmit(
  formActions({
    confirm: submits({
      endpoint: confirmDestruction,
      params,
      accepted: ({ outcome, againFrom }) =>
        againFrom === null ? confirmedMessages[outcome] : confirmedMessages.confirmedAlone,
    }),
    hold: submits({ endpoint: setLegalHold, params, accepted: 'Legal hold placed.' }),
    lift: submits({ endpoint: liftLegalHold, params, accepted: 'Legal hold released.' }),
  }),
);

/** GET /settings/destruction-certificates.csv. */
export function streamCertificates({ api }: { api: MainApi }): Promise<Response> {
  return api.stream(exportCertificates, {});
}
