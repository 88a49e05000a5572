import { redirect } from '@remix-run/node';
import {
  type BusinessVerification,
  readBusinessVerification,
  readBusinessVerificationHistory,
  readExpansionCost,
  searchRegistries,
} from '#contract/business-verifications.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { shownEvidence } from '../../components/documents/given-evidence.server.ts';
import { readDocumentsPanel } from '../../components/documents/shown-documents.server.ts';
import { newRequestKey } from '../../components/forms/reply.server.ts';
import { chartOf } from '../../components/ownership/chart-of.server.ts';
import { printHeadingText } from '../../components/print-heading.server.ts';
import { eventsInWords } from '../../components/record-history.server.ts';
import { errorResponse } from '../../error-answer.ts';
import type { MemberArgs } from '../../guards.server.ts';
import type { MainApi } from '../../main-api.server.ts';
import { may } from '../../rights.server.ts';
import { instantText } from '../clients/instant-text.server.ts';
import { mayAskClient } from '../document-requests/may-ask.server.ts';
import { historyWords } from './history-words.server.ts';

const isRegistry = (value: string | null): value is 'nzbn' | 'abr' | 'asic' =>
  value === 'nzbn' || value === 'abr' || value === 'asic';

/** What the search form asks for, with what was found; null before anybody searched. */
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

function datesOf(verification: BusinessVerification, timeZone: string) {
  const at = (instant: string | null | undefined) => (instant ? instantText(instant, timeZone) : null);
  return {
    created: instantText(verification.createdAt, timeZone),
    extract: at(verification.extract?.at),
    decided: at(verification.decision?.at),
    evidenceExpires: verification.evidenceExpiresOn && formatDate(verification.evidenceExpiresOn),
    nextAsk: at(verification.asking?.nextAt),
    extracts: Object.fromEntries(verification.extracts.map((one) => [one.id, instantText(one.at, timeZone)])),
    settled: Object.fromEntries(
      verification.mismatches.map((one) => [
        one.field,
        one.settled ? instantText(one.settled.at, timeZone) : '',
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
  // Documents know the verification alone, and lead to it by `of`.
  if (params.clientId === 'of') throw redirect(`/clients/${verification.client.id}/kyb_verifications/${id}`);
  // The client of the address is the verification's own.
  if (verification.client.id !== params.clientId) {
    throw errorResponse(404, { code: 'record.notFound', requestId });
  }
  const { timeZone } = session.company;
  const moves = new Set(verification.moves.map(({ act }) => act));
  return {
    verification,
    href: `/clients/${verification.client.id}/kyb_verifications/${id}`,
    chart: verification.ownership ? chartOf(verification.ownership) : null,
    dates: datesOf(verification, timeZone),
    candidates: moves.has('choose') ? candidates : null,
    cost: moves.has('expand') ? cost : null,
    ask: {
      add: url.searchParams.get('add'),
      change: url.searchParams.get('change'),
      remove: url.searchParams.get('takeOut'),
      decide: url.searchParams.get('decide'),
    },
    givenEvidence: shownEvidence(verification.givenEvidence, timeZone),
    askHref: mayAskClient(session, verification.status)
      ? `/clients/${verification.client.id}?request=new&for=${id}#requests`
      : null,
    documents: documents(timeZone),
    mayWrite: may(session, 'records.write'),
    history: eventsInWords(history.events, historyWords, timeZone),
    isFirstPage: before === undefined,
    nextBefore: history.nextBefore,
    printHeading: printHeadingText(session, new Date()),
    requestKey: newRequestKey(),
  };
}

export type VerificationPage = Awaited<ReturnType<typeof readVerificationPage>>;
