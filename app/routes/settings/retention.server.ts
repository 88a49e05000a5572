import { data } from '@remix-run/node';
import {
  confirmDestruction,
  exportCertificates,
  liftLegalHold,
  readRetention,
  setLegalHold,
} from '#contract/retention.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { destroyedKindLabels, destructionBasisLabels } from '#rules/retention.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import { instantText } from '../clients/instant-text.server.ts';

const path = '/settings?view=retention';

const isId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Names of tables as people say them, where they differ. */
const countWords: Record<string, string> = { audit_details: 'details of events', client_parties: 'parties' };

function countsText(counts: Record<string, number>): string {
  return Object.entries(counts)
    .filter(([, count]) => count > 0)
    .map(([table, count]) => `${count} ${countWords[table] ?? table.replaceAll('_', ' ')}`)
    .join(', ');
}

/** What stands in the retention view. `?client=` asks about one client's hold, `?confirm=` before a destruction is confirmed. */
export async function loadRetention({ api, me, url }: MemberArgs) {
  const asked = url.searchParams.get('client') ?? '';
  const client = isId.test(asked) ? asked : undefined;
  const [{ member, company }, kept] = await Promise.all([
    me(),
    api.call(readRetention, { query: { client } }),
  ]);
  const at = (instant: string) => instantText(instant, company.timeZone);
  const due = kept.due.map((one) => ({
    id: one.id,
    what: destroyedKindLabels[one.kind],
    client: one.client,
    basis: destructionBasisLabels[one.basis],
    keptUntil: formatDate(one.keptUntil),
    confirmed: one.confirmed && { by: one.confirmed.by.name, at: at(one.confirmed.at) },
    isMine: one.confirmed?.by.id === member.id,
  }));
  const confirmed = url.searchParams.get('confirm');
  return {
    due,
    hasMore: kept.hasMore,
    toConfirm: due.find(({ id, isMine }) => id === confirmed && !isMine) ?? null,
    holds: kept.holds.map(({ client: held, reason, by, at: since }) => ({
      client: held,
      reason,
      by: by.name,
      since: at(since),
    })),
    client: kept.client && {
      id: kept.client.id,
      name: kept.client.name,
      isHeld: kept.client.hold !== null,
      keptUntil: kept.client.keptUntil && formatDate(kept.client.keptUntil),
    },
    certificates: kept.certificates.map((one) => ({
      id: one.id,
      what: destroyedKindLabels[one.kind],
      clientId: one.clientId,
      basis: destructionBasisLabels[one.basis],
      by: `${one.confirmedBy.name} and ${one.destroyedBy.name}`,
      at: at(one.destroyedAt),
      counts: countsText(one.itemCounts),
      digest: one.digest,
    })),
    requestKey: newRequestKey(),
  };
}

/** What a form gets back when nothing was done. */
export interface RetentionAnswer extends FormAnswer {
  form: 'confirm' | 'hold';
}

/** Confirms a destruction, holds a client back or lifts the hold. */
export async function answerRetention({ api, request }: MemberArgs) {
  const form = await readForm(request);
  const id = String(form.get('id'));
  if (!isId.test(id)) throw Response.json({ code: 'request.malformed' }, { status: 400 });
  const requestKey = requestKeyOf(form);
  if (form.get('intent') === 'confirm') {
    if (form.get('understood') === 'on') form.set('understood', 'true');
    const submission = parseForm(form, confirmDestruction.body);
    if (submission.status !== 'success') return refused('confirm', { reply: submission.reply() }, 422);
    const sent = await api.submit(confirmDestruction, { params: { id }, body: submission.value, requestKey });
    if (!sent.ok) return refused('confirm', answerProblem(submission, sent.problem), sent.problem.status);
    const text =
      sent.value.outcome === 'destroyed'
        ? 'The records are destroyed. The certificate is at the foot of this page.'
        : 'Confirmed. Another owner or compliance officer has to confirm it as well.';
    return redirectWithFlash(path, { kind: 'success', text });
  }
  const lifts = form.get('intent') === 'lift';
  const endpoint = lifts ? liftLegalHold : setLegalHold;
  const submission = parseForm(form, endpoint.body);
  if (submission.status !== 'success') return refused('hold', { reply: submission.reply() }, 422);
  const sent = await api.submit(endpoint, { params: { id }, body: submission.value, requestKey });
  if (!sent.ok) return refused('hold', answerProblem(submission, sent.problem), sent.problem.status);
  const text = lifts ? 'The hold is lifted.' : 'The records are held back from destruction.';
  return redirectWithFlash(path, { kind: 'success', text });
}

const refused = (form: RetentionAnswer['form'], answer: FormAnswer, status: number) =>
  data<RetentionAnswer>({ ...answer, form }, { status });

/** GET /settings/destruction-certificates.csv. */
export function streamCertificates({ api }: { api: MainApi }): Promise<Response> {
  return api.stream(exportCertificates, {});
}
