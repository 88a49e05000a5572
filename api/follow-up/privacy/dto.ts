import type { PrivacyBreach } from '#contract/privacy/breaches.ts';
import type { PrivacyRequest } from '#contract/privacy/requests.ts';
import { compareDates } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { breachClock, breachStep, isBreachClockRunning } from '#rules/privacy/breaches.ts';
import { privacyRequestDue } from '#rules/privacy/requests.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import type { BreachRow } from './breach-store.ts';
import type { RequestRow } from './request-store.ts';

type Company = MemberCaller['company'];

/** Member and time of an action; null if it has not been taken. */
const stamp = (at: string | null, id: string | null, name: string | null) =>
  at === null || id === null ? null : { at, by: { id, name: name ?? 'A former member' } };

/** The state under one country’s law, for decisions and display. */
export const getProgress = (
  country: Pick<BreachRow['countries'][number], 'outcome' | 'regulator_on' | 'people_how'>,
) => ({
  outcome: country.outcome,
  regulatorOn: country.regulator_on,
  peopleDone: country.people_how !== null,
});

function toCountry(row: BreachRow, item: BreachRow['countries'][number], company: Company, now: Date) {
  const progress = getProgress(item);
  const isRunning = row.closed_at === null && isBreachClockRunning(item.country, progress);
  const isPast =
    item.due_at === null
      ? item.due_on !== null && compareDates(companyDay(now, company.timeZone), item.due_on) > 0
      : now.getTime() > Date.parse(item.due_at);
  const clock = breachClock(item.country, {
    awareAt: row.aware_at,
    timeZone: company.timeZone,
    sector: company.sector ?? 'other',
  });
  const assessed = stamp(item.assessed_at, item.assessed_by, item.assessed_name);
  return {
    country: item.country,
    rule: item.rule,
    provision: clock?.row.provision ?? '',
    working: clock?.working ?? '',
    dueAt: item.due_at,
    dueOn: item.due_on,
    step: breachStep(progress),
    isRunning,
    isOverdue: isRunning && isPast,
    assessed: assessed &&
      item.outcome && { ...assessed, outcome: item.outcome, reason: item.outcome_reason ?? '' },
    regulator:
      item.regulator_on === null
        ? null
        : { on: item.regulator_on, reference: item.regulator_reference ?? '' },
    people: item.people_how === null ? null : { on: item.people_on, how: item.people_how },
  };
}

/** A breach as the API returns it. */
export function toBreachDto(row: BreachRow, company: Company, now: Date): PrivacyBreach {
  const closed = stamp(row.closed_at, row.closed_by, row.closed_name);
  return {
    id: row.id,
    version: row.version,
    summary: row.summary,
    description: row.description,
    kinds: row.kinds,
    information: row.information,
    people: row.people,
    awareAt: row.aware_at,
    contained: row.contained,
    recorded: { at: row.recorded_at, by: { id: row.recorded_by, name: row.recorded_name } },
    closed: closed && { ...closed, lessons: row.lessons ?? '' },
    countries: row.countries.map((country) => toCountry(row, country, company, now)),
  };
}

/** A request as the API returns it. */
export function toRequestDto(row: RequestRow, company: Company, now: Date): PrivacyRequest {
  const extended = stamp(row.extended_at, row.extended_by, row.extended_name);
  const decided = stamp(row.decided_at, row.decided_by, row.decided_name);
  const statement = stamp(row.statement_at, row.statement_by, row.statement_name);
  const dueOn = row.extended_until ?? row.due_on;
  const clock = privacyRequestDue(row.received_on, {
    regulatedIn: company.regulatedIn,
    sector: company.sector ?? 'other',
  });
  return {
    id: row.id,
    version: row.version,
    client: { id: row.client_id, name: row.client_name },
    kind: row.kind,
    receivedOn: row.received_on,
    requestedBy: row.requested_by,
    details: row.details,
    dueOn,
    provision: clock?.row.provision ?? '',
    working: row.working,
    extended: extended && {
      ...extended,
      until: row.extended_until ?? row.due_on,
      reason: row.extension_reason ?? '',
    },
    decided: decided &&
      row.decision && { ...decided, decision: row.decision, reason: row.decision_reason ?? '' },
    statement: statement && { ...statement, text: row.statement ?? '' },
    recorded: { at: row.recorded_at, by: { id: row.recorded_by, name: row.recorded_name } },
    isOverdue: decided === null && compareDates(companyDay(now, company.timeZone), dueOn) > 0,
  };
}
