import {
  attachStatement as attachEndpoint,
  decidePrivacyRequest as decideEndpoint,
  extendPrivacyRequest as extendEndpoint,
  type PrivacyRequest,
  recordPrivacyRequest as recordEndpoint,
} from '#contract/privacy/requests.ts';
import { compareDates } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { privacyRequestDue } from '#rules/privacy/requests.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { type CommandDeps, commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { readClientById } from '../../records/clients/record/store.ts';
import { toRequestDto } from './dto.ts';
import { type RequestRow, readRequestRow, requests } from './request-store.ts';

const command = commandsFor<CommandDeps>();

/** Recorded on the client, so that it is in the client’s history and destroyed with it. */
const event = (action: string, clientId: string, changes: Record<string, unknown>, reason?: string) => ({
  action: `privacyRequest.${action}`,
  resourceType: 'client',
  resourceId: clientId,
  detail: { changes: changesBetween({}, changes) },
  ...(reason === undefined ? {} : { reason }),
});

type Context = Work & { caller: MemberCaller };

async function findRequest({ trx, time, caller }: Context, id: string): Promise<PrivacyRequest | null> {
  const row = await readRequestRow(trx, id);
  return row && toRequestDto(row, caller.company, time());
}

const reread = async ({ trx, time, caller }: Context, id: string): Promise<PrivacyRequest> =>
  toRequestDto(await requests.reread(trx, id), caller.company, time());

const lock = ({ trx, params }: Work & { params: { id: string } }) => requests.lock(trx, params.id);

const stale = {
  message: 'Someone else changed this request while you had it open.',
  current: ({ caller, time }: Context, row: RequestRow) => toRequestDto(row, caller.company, time()),
};

function requireUndecided({ decision }: RequestRow): void {
  if (decision !== null) throw invalid('This request is decided already.');
}

/** POST /clients/:id/privacy-requests. Stores the last day, which later changes of the law do not move. */
export const recordPrivacyRequest = command(recordEndpoint, {
  lock: ({ trx, params }) => readClientById(trx, params.id),
  check({ time, caller, body, problems }) {
    if (compareDates(body.receivedOn, companyDay(time(), caller.company.timeZone)) > 0) {
      problems.add('receivedOn', 'Enter a day that is not in the future');
    } else if (
      privacyRequestDue(body.receivedOn, { regulatedIn: caller.company.regulatedIn, sector: 'other' }) ===
      undefined
    ) {
      problems.add('receivedOn', 'Enter a day since 1 December 2020');
    }
  },
  change(context) {
    const { at, caller, params, body } = context;
    const { company, member } = caller;
    const due = privacyRequestDue(body.receivedOn, {
      regulatedIn: company.regulatedIn,
      sector: company.sector ?? 'other',
    });
    if (due === undefined) throw new Error('A checked request has no last day.');
    return requests.insert(context, {
      client_id: params.id,
      kind: body.kind,
      received_on: body.receivedOn,
      requested_by: body.requestedBy,
      details: body.details,
      due_on: due.dueOn,
      rule: due.row.rule,
      working: due.working,
      recorded_at: at,
      recorded_by: member.id,
    });
  },
  read: (context, _, id) => reread(context, id),
  again: (context, { id }) => findRequest(context, id),
  events: ({ params }, { after }) => {
    const { kind, receivedOn, requestedBy, details, dueOn, provision } = after;
    return event('recorded', params.id, { kind, receivedOn, requestedBy, details, dueOn, provision });
  },
});

/** POST /privacy-requests/:id/extension. Sources: NZ Privacy Act 2020 ss48, 65. */
export const extendPrivacyRequest = command(extendEndpoint, {
  lock,
  stale,
  check({ time, caller, body, problems }, before) {
    requireUndecided(before);
    if (before.extended_until !== null) throw invalid('This request has been extended already.');
    if (compareDates(companyDay(time(), caller.company.timeZone), before.due_on) > 0) {
      throw invalid('The time for this request has ended, so it can no longer be extended.');
    }
    if (compareDates(body.until, before.due_on) <= 0) {
      problems.add('until', 'Enter a day after the current last day');
    }
  },
  change: (context, before) =>
    requests.update(context, before, {
      extended_until: context.body.until,
      extension_reason: context.body.reason,
      extended_at: context.at,
      extended_by: context.caller.member.id,
    }),
  read: (context, { id }) => reread(context, id),
  again: (context) => findRequest(context, context.params.id),
  events: ({ body }, { before }) =>
    event('extended', before.client_id, { kind: before.kind, until: body.until }, body.reason),
});

/** POST /privacy-requests/:id/decision. */
export const decidePrivacyRequest = command(decideEndpoint, {
  lock,
  stale,
  check: (_, before) => requireUndecided(before),
  change: (context, before) =>
    requests.update(context, before, {
      decision: context.body.decision,
      decision_reason: context.body.reason,
      decided_at: context.at,
      decided_by: context.caller.member.id,
    }),
  read: (context, { id }) => reread(context, id),
  again: (context) => findRequest(context, context.params.id),
  events: ({ body }, { before }) =>
    event('decided', before.client_id, { kind: before.kind, decision: body.decision }, body.reason),
});

/** POST /privacy-requests/:id/statement. Sources: NZ Privacy Act 2020 IPP 7(3), s64; AU Privacy Act 1988 APP 13.4. */
export const attachStatement = command(attachEndpoint, {
  lock,
  stale,
  check(_, { kind, decision, statement }) {
    if (kind !== 'correction') throw invalid('Statements are attached to requests for correction only.');
    if (decision === null || decision === 'granted') {
      throw invalid('A statement is attached once a correction was refused, in full or in part.');
    }
    if (statement !== null) throw invalid('A statement is attached already.');
  },
  change: (context, before) =>
    requests.update(context, before, {
      statement: context.body.text,
      statement_at: context.at,
      statement_by: context.caller.member.id,
    }),
  read: (context, { id }) => reread(context, id),
  again: (context) => findRequest(context, context.params.id),
  events: ({ body }, { before }) => event('statementAttached', before.client_id, { statement: body.text }),
});
