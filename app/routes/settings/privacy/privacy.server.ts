import type { EndpointResponse } from '#contract/endpoint.ts';
import { listBreaches, type PrivacyBreach, readBreach } from '#contract/privacy/breaches.ts';
import { readPurgeSchedule } from '#contract/privacy/purges.ts';
import { listPrivacyRequests, type PrivacyRequest } from '#contract/privacy/requests.ts';
import { isRecordId } from '#contract/record-id.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import {
  breachedInformationLabels,
  breachKindLabels,
  breachLaws,
  breachOutcomeLabels,
} from '#rules/privacy/breaches.ts';
import { privacyDecisionLabels, privacyRequestKindLabels } from '#rules/privacy/requests.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { newRequestKey } from '../../../components/forms/form-result.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { may } from '../../../session/permissions.server.ts';

type CountryState = PrivacyBreach['countries'][number];

const stepWords: Record<CountryState['step'], string> = {
  assess: 'To assess',
  notify: 'Notices outstanding',
  done: 'Complete',
};

function countryLine(state: CountryState, at: (instant: string) => string) {
  const law = breachLaws[state.country];
  const due = state.dueAt === null ? state.dueOn && formatDate(state.dueOn) : at(state.dueAt);
  return {
    country: state.country,
    name: countryName(state.country) ?? state.country,
    regulator: law.regulator,
    step: stepWords[state.step],
    isDone: state.step === 'done',
    isOverdue: state.isOverdue,
    clock: state.isRunning ? `${state.isOverdue ? 'Overdue since' : 'Due by'} ${due}` : null,
    working: `${state.working}. ${state.provision}`,
    assessed: state.assessed && {
      text: `${breachOutcomeLabels[state.assessed.outcome]}. ${at(state.assessed.at)}, ${state.assessed.by.name}`,
      reason: state.assessed.reason,
      provision: law.assess,
    },
    notified: state.regulator && `${formatDate(state.regulator.on)}, reference ${state.regulator.reference}`,
    people:
      state.people &&
      (state.people.on === null
        ? `Exception: ${state.people.how}`
        : `${formatDate(state.people.on)}, ${state.people.how}`),
    canAssess: state.step !== 'done' || state.assessed?.outcome === 'notNotifiable',
    canNotify: state.assessed?.outcome === 'notifiable',
  };
}

function breachLine(breach: PrivacyBreach, at: (instant: string) => string) {
  return {
    id: breach.id,
    version: breach.version,
    href: settingsUrl('privacy', { breach: breach.id }),
    summary: breach.summary,
    description: breach.description,
    kinds: breach.kinds.map((kind) => breachKindLabels[kind]).join('; '),
    information: breach.information.map((kind) => breachedInformationLabels[kind]).join('; '),
    people: breach.people === null ? 'Not known yet' : String(breach.people),
    contained: breach.contained,
    aware: at(breach.awareAt),
    recorded: `${at(breach.recorded.at)}, ${breach.recorded.by.name}`,
    closed: breach.closed && `${at(breach.closed.at)}, ${breach.closed.by.name}`,
    lessons: breach.closed?.lessons ?? null,
    countries: breach.countries.map((country) => countryLine(country, at)),
    /** Values of the form that changes the facts. */
    values: {
      summary: breach.summary,
      description: breach.description,
      kinds: breach.kinds,
      information: breach.information,
      people: breach.people === null ? '' : String(breach.people),
      contained: breach.contained ?? '',
    },
  };
}

function requestLine(request: PrivacyRequest, at: (instant: string) => string) {
  const { decided, extended, statement } = request;
  return {
    id: request.id,
    version: request.version,
    client: request.client,
    kind: privacyRequestKindLabels[request.kind],
    details: request.details,
    requestedBy: request.requestedBy,
    received: formatDate(request.receivedOn),
    due: formatDate(request.dueOn),
    working: `${request.working}. ${request.provision}`,
    isOverdue: request.isOverdue,
    extended: extended && `Until ${formatDate(extended.until)}: ${extended.reason}`,
    decided: decided && {
      text: `${privacyDecisionLabels[decided.decision]}. ${at(decided.at)}, ${decided.by.name}`,
      reason: decided.reason,
    },
    statement: statement && `${statement.text} (${at(statement.at)}, ${statement.by.name})`,
    canAttach:
      request.kind === 'correction' &&
      decided !== null &&
      decided.decision !== 'granted' &&
      statement === null,
    packHref: `/clients/${request.client.id}?evidence=pack&purpose=subjectAccess#evidence`,
  };
}

function clockLine(
  clock: EndpointResponse<typeof readPurgeSchedule>['clocks'][number],
  at: (i: string) => string,
) {
  return { ...clock, lastRun: clock.lastRunAt === null ? 'Not yet' : at(clock.lastRunAt) };
}

/**
 * Data of the privacy view. `?breach=new` and `?breach={id}` open a breach, `?request={id}` a request; `?client={id}` the form for a new
 * request about that client.
 */
export async function loadPrivacy({ api, me, url }: MemberArgs) {
  const idIn = (name: string) => {
    const value = url.searchParams.get(name) ?? '';
    return isRecordId(value) ? value : undefined;
  };
  const breachId = idIn('breach');
  const [session, breaches, requests, purges, opened] = await Promise.all([
    me(),
    api.call(listBreaches, { query: { before: idIn('breachesBefore') } }),
    api.call(listPrivacyRequests, { query: { before: idIn('requestsBefore') } }),
    api.call(readPurgeSchedule, {}),
    breachId === undefined ? null : api.call(readBreach, { params: { id: breachId } }),
  ]);
  const { timeZone } = session.company;
  const at = (instant: string) => formatInstant(instant, timeZone);
  const requestId = idIn('request');
  const lines = requests.requests.map((request) => requestLine(request, at));
  const older = (name: string, before: string | null) =>
    before === null ? null : settingsUrl('privacy', { [name]: before });
  return {
    today: companyDay(new Date(), timeZone),
    breaches: breaches.breaches.map((breache) => breachLine(breache, at)),
    olderBreaches: older('breachesBefore', breaches.nextBefore),
    requests: lines,
    olderRequests: older('requestsBefore', requests.nextBefore),
    clocks: purges.clocks.map((clock) => clockLine(clock, at)),
    breach: opened && breachLine(opened, at),
    isNewBreach: url.searchParams.get('breach') === 'new',
    request: lines.find(({ id }) => id === requestId) ?? null,
    clientId: idIn('client') ?? null,
    mayRecord: may(session, 'privacy.record'),
    mayManage: may(session, 'privacy.manage'),
    requestKey: newRequestKey(),
  };
}
