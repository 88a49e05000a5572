import { exportBreaches as breachesEndpoint, type PrivacyBreach } from '#contract/privacy/breaches.ts';
import {
  type PrivacyRequest,
  exportPrivacyRequests as requestsEndpoint,
} from '#contract/privacy/requests.ts';
import { csvCell } from '#rules/csv-cells.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { breachedInformationLabels, breachKindLabels, breachOutcomeLabels } from '#rules/privacy/breaches.ts';
import { privacyDecisionLabels, privacyRequestKindLabels } from '#rules/privacy/requests.ts';
import { callerActor } from '../../kernel/command/caller-actor.ts';
import type { CommandDeps } from '../../kernel/command/command.ts';
import { handlersFor } from '../../kernel/command/handler.ts';
import { inWork } from '../../kernel/command/work.ts';
import { byteOrderMark, csvLines } from '../../kernel/csv.ts';
import { asTenant } from '../../kernel/database/tenancy.ts';
import type { MemberCaller, StreamedResponse } from '../../kernel/http/bind-endpoint.ts';
import { readBreaches } from './breach-store.ts';
import { toBreachDto, toRequestDto } from './dto.ts';
import { readRequests } from './request-store.ts';

const handler = handlersFor<CommandDeps>();

const rowsPerBatch = 500;

const breachHeadings = [
  'Breach',
  'Summary',
  'Description',
  'Information',
  'People affected',
  'Aware at (UTC)',
  'Country',
  'Provision',
  'Due',
  'Outcome',
  'Assessed at (UTC)',
  'Assessed by',
  'Assessment',
  'Regulator notified',
  'Reference',
  'People notified',
  'Method or exception',
  'Recorded by',
  'Closed at (UTC)',
  'Lessons',
];

/** One row per country whose law applies; one without a country if none does. */
function breachRows(breach: PrivacyBreach): unknown[][] {
  const start = [
    breach.id,
    breach.summary,
    breach.kinds.map((kind) => breachKindLabels[kind]).join('; '),
    breach.information.map((kind) => breachedInformationLabels[kind]).join('; '),
    breach.people ?? '',
    breach.awareAt,
  ];
  const end = [breach.recorded.by.name, breach.closed?.at ?? '', breach.closed?.lessons ?? ''];
  if (breach.countries.length === 0) return [[...start, ...Array(11).fill(''), ...end]];
  return breach.countries.map(({ country, provision, dueAt, dueOn, assessed, regulator, people }) => [
    ...start,
    country,
    provision,
    dueAt ?? dueOn ?? '',
    assessed ? breachOutcomeLabels[assessed.outcome] : '',
    assessed?.at ?? '',
    assessed?.by.name ?? '',
    assessed?.reason ?? '',
    regulator?.on ?? '',
    regulator?.reference ?? '',
    people?.on ?? '',
    people?.how ?? '',
    ...end,
  ]);
}

const requestHeadings = [
  'Request',
  'Client',
  'Client ID',
  'Kind',
  'Received on',
  'Requested by',
  'Requested',
  'Due date',
  'Provision',
  'Extended until',
  'Reason for the extension',
  'Decision',
  'Decided at (UTC)',
  'Decided by',
  'Reason',
  'Statement of correction',
];

const requestRow = (request: PrivacyRequest): unknown[] => [
  request.id,
  request.client.name,
  request.client.id,
  privacyRequestKindLabels[request.kind],
  request.receivedOn,
  request.requestedBy,
  request.details,
  request.dueOn,
  request.provision,
  request.extended?.until ?? '',
  request.extended?.reason ?? '',
  request.decided ? privacyDecisionLabels[request.decided.decision] : '',
  request.decided?.at ?? '',
  request.decided?.by.name ?? '',
  request.decided?.reason ?? '',
  request.statement?.text ?? '',
];

/** Streams a register as CSV in short transactions, newest first, and records the export at its end. */
function streamRegister<Row extends { id: string }>(
  deps: CommandDeps,
  caller: MemberCaller,
  register: {
    fileName: string;
    action: string;
    headings: string[];
    read: (trx: Parameters<typeof readBreaches>[0], before: string | undefined) => Promise<Row[]>;
    toRows: (row: Row) => unknown[][];
  },
): StreamedResponse {
  const { id: companyId, timeZone } = caller.company;
  async function* chunks() {
    let count = 0;
    try {
      yield byteOrderMark + csvLines([register.headings]);
      for (let before: string | undefined; ; ) {
        const from = before;
        const batch = await asTenant(deps.db, companyId, (trx) => register.read(trx, from));
        count += batch.length;
        const rows = batch.flatMap(register.toRows);
        if (rows.length > 0) yield csvLines(rows.map((row) => row.map((cell) => csvCell(String(cell)))));
        before = batch.at(-1)?.id;
        if (batch.length < rowsPerBatch) break;
      }
    } finally {
      await inWork(deps, callerActor(caller), async ({ record }) =>
        record({
          action: register.action,
          resourceType: 'company',
          resourceId: companyId,
          detail: { count },
        }),
      );
    }
  }
  return { fileName: `${register.fileName}-${companyDay(deps.now(), timeZone)}.csv`, chunks: chunks() };
}

/** GET /privacy-breaches/export. */
export const exportBreaches = handler(breachesEndpoint, async (deps, _input, caller) =>
  streamRegister(deps, caller, {
    fileName: 'privacy-breaches',
    action: 'privacyBreach.exported',
    headings: breachHeadings,
    read: (trx, before) => readBreaches(trx, { before, limit: rowsPerBatch }),
    toRows: (row) => breachRows(toBreachDto(row, caller.company, deps.now())),
  }),
);

/** GET /privacy-requests/export. */
export const exportPrivacyRequests = handler(requestsEndpoint, async (deps, _input, caller) =>
  streamRegister(deps, caller, {
    fileName: 'privacy-requests',
    action: 'privacyRequest.exported',
    headings: requestHeadings,
    read: (trx, before) => readRequests(trx, { before, limit: rowsPerBatch }),
    toRows: (row) => [requestRow(toRequestDto(row, caller.company, deps.now()))],
  }),
);
