import {
  assessBreach as assessEndpoint,
  changeBreach as changeEndpoint,
  closeBreach as closeEndpoint,
  notifyBreach as notifyEndpoint,
  recordBreach as recordEndpoint,
} from '#contract/privacy/breaches.ts';
import { compareDates } from '#rules/dates/calendar-dates.ts';
import { companyDay, zonedInstant } from '#rules/dates/company-day.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import { breachClock, breachLaws, breachStep } from '#rules/privacy/breaches.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { type CommandDeps, commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { invalid } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { type BreachRow, breaches, insertBreachCountries, updateBreachCountry } from './breach-store.ts';
import { getProgress, toBreachDto } from './dto.ts';

const command = commandsFor<CommandDeps>();

const event = (action: string, id: string, detail: Record<string, unknown>, reason?: string) => ({
  action: `privacyBreach.${action}`,
  resourceType: 'privacyBreach',
  resourceId: id,
  detail,
  ...(reason === undefined ? {} : { reason }),
});

const reread = async ({ trx, time, caller }: Work & { caller: MemberCaller }, id: string) =>
  toBreachDto(await breaches.reread(trx, id), caller.company, time());

const lock = ({ trx, params }: Work & { params: { id: string } }) => breaches.lock(trx, params.id);

const stale = {
  message: 'Someone else changed this breach while you had it open.',
  current: ({ caller, time }: Work & { caller: MemberCaller }, row: BreachRow) =>
    toBreachDto(row, caller.company, time()),
};

function requireOpen({ closed_at: closedAt }: BreachRow): void {
  if (closedAt !== null) throw invalid('This breach is closed. Record a new one if something was missed.');
}

/** The state under a country’s law, or an error at the field if that law does not apply. */
function requireCountry(row: BreachRow, country: Jurisdiction): BreachRow['countries'][number] {
  const found = row.countries.find((item) => item.country === country);
  if (found === undefined) throw invalid('That country’s law does not apply to this breach.', 'country');
  return found;
}

/** Facts of a breach for the audit log. */
const toFacts = (
  row: Pick<BreachRow, 'summary' | 'description' | 'kinds' | 'information' | 'people' | 'contained'>,
) => ({
  summary: row.summary,
  description: row.description,
  kinds: row.kinds,
  information: row.information,
  people: row.people,
  contained: row.contained,
});

/** POST /privacy-breaches. Stores the end of each applicable clock, which later changes of the law do not move. */
export const recordBreach = command(recordEndpoint, {
  check({ time, caller, body, problems }) {
    const { timeZone } = caller.company;
    if (zonedInstant(body.awareOn, body.awareTime, timeZone).getTime() > time().getTime()) {
      problems.add('awareOn', 'Enter a date and time that are not in the future');
    }
  },
  async change(context) {
    const { trx, at, caller, body } = context;
    const { company, member } = caller;
    const { awareOn, awareTime, people = null, contained = null, ...facts } = body;
    const awareAt = zonedInstant(awareOn, awareTime, company.timeZone).toISOString();
    const id = await breaches.insert(context, {
      ...facts,
      kinds: [...new Set(facts.kinds)],
      information: [...new Set(facts.information)],
      people,
      contained,
      aware_at: awareAt,
      recorded_at: at,
      recorded_by: member.id,
    });
    const clockByBasis = {
      awareAt,
      timeZone: company.timeZone,
      sector: company.sector ?? ('other' as const),
    };
    const countries = company.regulatedIn.flatMap((country) => {
      const due = breachClock(country, clockByBasis);
      if (due === undefined) return [];
      const ends = {
        due_at: due.by === 'instant' ? due.dueAt : null,
        due_on: due.by === 'day' ? due.dueOn : null,
      };
      return [{ company_id: company.id, breach_id: id, country, rule: due.row.rule, ...ends }];
    });
    await insertBreachCountries(trx, countries);
    return id;
  },
  read: (context, _, id) => reread(context, id),
  again: (context, { id }) => reread(context, id),
  events: (_, { after }) => {
    const { summary, description, kinds, information, people, contained, awareAt } = after;
    const facts = { ...toFacts({ summary, description, kinds, information, people, contained }), awareAt };
    return event('recorded', after.id, { changes: changesBetween({}, facts) });
  },
});

/** PUT /privacy-breaches/:id. */
export const changeBreach = command(changeEndpoint, {
  lock,
  stale,
  async change(context, before) {
    requireOpen(before);
    const { version: _version, people = null, contained = null, ...facts } = context.body;
    const after = {
      ...facts,
      kinds: [...new Set(facts.kinds)],
      information: [...new Set(facts.information)],
      people,
      contained,
    };
    await breaches.update(context, before, after);
    return after;
  },
  read: (context, { id }) => reread(context, id),
  again: (context) => reread(context, context.params.id),
  events: (_, { before, done }) =>
    event('changed', before.id, { changes: changesBetween(toFacts(before), toFacts(done)) }),
});

/** POST /privacy-breaches/:id/assessments. A later assessment replaces an earlier one until a notice is recorded. */
export const assessBreach = command(assessEndpoint, {
  lock,
  stale,
  async change(context, before) {
    const { trx, at, caller, body } = context;
    requireOpen(before);
    const former = requireCountry(before, body.country);
    if (former.regulator_on !== null || former.people_how !== null) {
      throw invalid('A notice of this breach is recorded, so its assessment can no longer be changed.');
    }
    await updateBreachCountry(
      trx,
      { id: before.id, country: body.country },
      {
        outcome: body.outcome,
        outcome_reason: body.reason,
        assessed_at: at,
        assessed_by: caller.member.id,
      },
    );
    await breaches.update(context, before, {});
    return former.outcome;
  },
  read: (context, { id }) => reread(context, id),
  again: (context) => reread(context, context.params.id),
  events: ({ body }, { before, done: former }) =>
    event(
      'assessed',
      before.id,
      {
        country: body.country,
        provision: breachLaws[body.country].assess,
        changes: changesBetween({ outcome: former }, { outcome: body.outcome }),
      },
      body.reason,
    ),
});

const noticeColumns = {
  regulator: (on: string | null, text: string) => ({ regulator_on: on, regulator_reference: text }),
  people: (on: string | null, text: string) => ({ people_on: on, people_how: text }),
  exception: (_on: string | null, text: string) => ({ people_on: null, people_how: text }),
};

/** POST /privacy-breaches/:id/notifications. */
export const notifyBreach = command(notifyEndpoint, {
  lock,
  stale,
  check({ time, caller, body, problems }, before) {
    requireOpen(before);
    const { outcome } = requireCountry(before, body.country);
    if (outcome !== 'notifiable') {
      problems.add('country', 'Assess the breach as notifiable under that country’s law first');
    }
    if (body.to === 'exception') return;
    const { timeZone } = caller.company;
    if (body.on === undefined) problems.add('on', 'Enter the day of the notice');
    else if (
      compareDates(body.on, companyDay(time(), timeZone)) > 0 ||
      compareDates(body.on, companyDay(new Date(before.aware_at), timeZone)) < 0
    ) {
      problems.add('on', 'Enter a day from when you became aware until today');
    }
  },
  async change(context, before) {
    const { country, to, on = null, text } = context.body;
    await updateBreachCountry(context.trx, { id: before.id, country }, noticeColumns[to](on, text));
    await breaches.update(context, before, {});
  },
  read: (context, { id }) => reread(context, id),
  again: (context) => reread(context, context.params.id),
  events: ({ body }, { before }) => {
    const { country, to, on = null, text } = body;
    const law = breachLaws[country];
    const provision = { regulator: law.notify, people: law.people, exception: law.exceptions }[to];
    return event('noticeRecorded', before.id, { country, to, on, text, provision });
  },
});

/** POST /privacy-breaches/:id/closure. Rejected while a law still requires something. */
export const closeBreach = command(closeEndpoint, {
  lock,
  stale,
  async change(context, before) {
    requireOpen(before);
    const open = before.countries.find((country) => breachStep(getProgress(country)) !== 'done');
    if (open !== undefined) {
      const law = breachLaws[open.country];
      throw invalid(
        breachStep(getProgress(open)) === 'assess'
          ? `Assess the breach first (${law.assess}).`
          : `Record the notices to the ${law.regulator} and to the people affected first (${law.notify}, ${law.people}).`,
      );
    }
    const { at, caller, body } = context;
    await breaches.update(context, before, {
      closed_at: at,
      closed_by: caller.member.id,
      lessons: body.lessons,
    });
  },
  read: (context, { id }) => reread(context, id),
  again: (context) => reread(context, context.params.id),
  events: ({ body }, { before }) => event('closed', before.id, { lessons: body.lessons }),
});
