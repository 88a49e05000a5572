import { redirect } from '@remix-run/node';
import {
  readBusinessVerification,
  readBusinessVerificationHistory,
} from '#contract/business-verifications/business-verifications.ts';
import { readExpansionCost } from '#contract/business-verifications/ownership-endpoints.ts';
import type { BusinessVerification } from '#contract/business-verifications/record.ts';
import { searchRegistries } from '#contract/business-verifications/registry-endpoints.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { readDocumentsPanel } from '../../components/documents/document-views.server.ts';
import { toEvidenceView } from '../../components/documents/submitted-evidence.server.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { newRequestKey } from '../../components/forms/form-result.server.ts';
import { getChart } from '../../components/ownership/ownership-chart.server.ts';
import { formatPrintHeading } from '../../components/print-heading.server.ts';
import { formatEvents } from '../../components/record-history.server.ts';
import { errorResponse } from '../../main-api/error-response.ts';
import type { MainApi } from '../../main-api/main-api.server.ts';
import type { MemberArgs } from '../../session/auth-guards.server.ts';
import { may } from '../../session/permissions.server.ts';
import { canRequestDocuments } from '../document-requests/can-request.server.ts';
import { businessVerificationHistoryLabels } from './history-labels.server.ts';

const isRegistry = (value: string | null): value is 'nzbn' | 'abr' | 'asic' =>
  value === 'nzbn' || value === 'abr' || value === 'asic';

/** The search and its results; null before a search. */
async function found(api: MainApi, id: string, url: URL) {
  const q = url.searchParams.get('q')?.trim().slice(0, 200) ?? '';
  const registry = url.searchParams.get('registry');
  const page = Math.min(50, Math.max(1, Math.floor(Number(url.searchParams.get('page')) || 1)));
  if (q === '' || !isRegistry(registry)) return null;
  const sent = await api.submit(searchRegistries, { params: { id }, query: { registry, q, page } });
  if (sent.ok) return { q, registry, page, ...sent.value };
  const { fields = {}, detail, title } = sent.problem;
  const message = fields.q?.join(' ') ?? detail ?? `${title}.`;
  return {
    q,
    registry,
    page,
    candidates: [],
    total: 0,
    failure: { registry, code: 'invalidSearch' as const, message },
  };
}

const offeredLayers = (url: URL) =>
  Math.min(8, Math.max(1, Math.floor(Number(url.searchParams.get('layers')) || 4)));

function getDates(verification: BusinessVerification, timeZone: string) {
  const at = (instant: string | null | undefined) => (instant ? formatInstant(instant, timeZone) : null);
  return {
    created: formatInstant(verification.createdAt, timeZone),
    extract: at(verification.extract?.at),
    decided: at(verification.decision?.at),
    evidenceExpires: verification.evidenceExpiresOn && formatDate(verification.evidenceExpiresOn),
    nextQueryAt: at(verification.pendingExtracts?.nextAt),
    extracts: Object.fromEntries(
      verification.extracts.map((extract) => [extract.id, formatInstant(extract.at, timeZone)]),
    ),
    settled: Object.fromEntries(
      verification.mismatches.map((mismatch) => [
        mismatch.field,
        mismatch.settled ? formatInstant(mismatch.settled.at, timeZone) : '',
      ]),
    ),
  };
}

/** All that the page of a verification shows: one round of calls to the API. */
export async function readVerificationPage({ api, me, params, url, requestId }: MemberArgs) {
  const id = params.verificationId ?? '';
  const before = url.searchParams.get('before') ?? undefined;
  const layers = offeredLayers(url);
  const [session, verification, history, candidates, cost, documents] = await Promise.all([
    me(),
    api.call(readBusinessVerification, { params: { id } }),
    api.call(readBusinessVerificationHistory, { params: { id }, query: before ? { before } : {} }),
    found(api, id, url),
    api.call(readExpansionCost, { params: { id }, query: { layers } }),
    readDocumentsPanel(api, { ownerType: 'businessVerification', ownerId: id }, url),
  ]);
  // Documents refer to the verification only, and link to it by `of`.
  if (params.clientId === 'of') throw redirect(`/clients/${verification.client.id}/kyb_verifications/${id}`);
  // The URL's client must be the verification's own.
  if (verification.client.id !== params.clientId) {
    throw errorResponse(404, { code: 'record.notFound', requestId });
  }
  const { timeZone } = session.company;
  const actions = new Set(verification.actions.map(({ action }) => action));
  return {
    verification,
    href: `/clients/${verification.client.id}/kyb_verifications/${id}`,
    chart: verification.ownership ? getChart(verification.ownership) : null,
    dates: getDates(verification, timeZone),
    candidates: actions.has('orderExtract') ? candidates : null,
    cost: actions.has('expand') ? cost : null,
    ask: {
      add: url.searchParams.get('add'),
      change: url.searchParams.get('change'),
      remove: url.searchParams.get('takeOut'),
      decide: url.searchParams.get('decide'),
    },
    submittedEvidence: toEvidenceView(verification.submittedEvidence, timeZone),
    requestHref: canRequestDocuments(session, verification.status)
      ? `/clients/${verification.client.id}?request=new&for=${id}#requests`
      : null,
    documents: documents(session),
    mayWrite: may(session, 'records.write'),
    history: formatEvents(history.events, businessVerificationHistoryLabels, timeZone),
    isFirstPage: before === undefined,
    nextBefore: history.nextBefore,
    printHeading: formatPrintHeading(session, new Date()),
    requestKey: newRequestKey(),
  };
}

export type VerificationPage = Awaited<ReturnType<typeof readVerificationPage>>;
