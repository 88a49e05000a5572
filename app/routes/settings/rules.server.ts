import { readCountryLists } from '#contract/cdd/cdd.ts';
import { countryName } from '#rules/countries.ts';
import { countryListLabels } from '#rules/country-lists/country-list-keys.ts';
import { plenaryNotEntered } from '#rules/country-lists/list-versions.ts';
import { type CalendarDate, compareDates, formatDate, isCalendarDate } from '#rules/dates/calendar-dates.ts';
import { clockLabels } from '#rules/dates/clock-labels.ts';
import { formatPeriod } from '#rules/dates/clock-working.ts';
import { clockRowsOn } from '#rules/dates/clocks.ts';
import {
  getTranche,
  hasLawEnded,
  lawAppliesFrom,
  lawEndsOn,
  type RegulatedCompany,
  type TrancheFacts,
} from '#rules/dates/commencement.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { activityRulesOn } from '#rules/firm/activity-rules.ts';
import { ruleBindsFrom, ruleVersion } from '#rules/identity-verification/evaluate.ts';
import { verificationMethodLabels } from '#rules/identity-verification/evidence.ts';
import { verificationRulesOn } from '#rules/identity-verification/rules-on.ts';
import { getEarlierEnd, type RuleInForce, rulesInForce } from '#rules/law-changes/rules-in-force.ts';
import { type Certainty, certaintyLabels, type Jurisdiction } from '#rules/legal-provisions.ts';
import { describeRequiredList, requiredListsOn } from '#rules/required-lists.ts';
import { retentionTable } from '#rules/retention/retention-table.ts';
import { getSectors } from '#rules/sectors.ts';
import { formatPrintHeading } from '../../components/print-heading.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';

/** A row of a table: the law, its first day, and its source. `code`: how comments of the rules name it, with its table besides rules and dealings. */
interface SourcedRow {
  key: string;
  code: string;
  text: string;
  effect: string;
  provision: string;
  since: string;
  certainty: string;
  isUnconfirmed: boolean;
  sourceUrl: string;
}

/** A day whose parts stay on one line of a narrow column. */
const wholeDay = (day: CalendarDate) => formatDate(day).replaceAll(' ', '\u00a0');

function since(from: CalendarDate, to: CalendarDate | undefined): string {
  return to === undefined ? `From ${wholeDay(from)}` : `${wholeDay(from)} to ${wholeDay(to)}`;
}

const getLater = (a: CalendarDate, b: CalendarDate) => (compareDates(a, b) > 0 ? a : b);

/** From when to when the law applies to the company, as a sentence. */
function describeSpan(jurisdiction: Jurisdiction, company: RegulatedCompany): string {
  const from = `The law applies to your company from ${formatDate(lawAppliesFrom(jurisdiction, company))}`;
  const end = lawEndsOn(jurisdiction, company);
  return end === null
    ? `${from}.`
    : `${from} to ${formatDate(end)}: its only captured work was dealing for cash of NZ$10,000 or more, which is prohibited since. Sanctions law still applies.`;
}

const sourced = ({ certainty, sourceUrl }: { certainty: Certainty; sourceUrl: string }) => ({
  certainty: certaintyLabels[certainty],
  isUnconfirmed: certainty === 'C',
  sourceUrl,
});

const ruleRow = (rule: RuleInForce): SourcedRow => ({
  key: rule.code,
  code: rule.code,
  text: rule.text,
  effect: rule.effects.join(', '),
  provision: rule.provision,
  since: since(rule.from, rule.to),
  ...sourced(rule),
});

/** Rules of activities, dealings and the company itself. */
function dealingRows(jurisdiction: Jurisdiction, company: RegulatedCompany, on: CalendarDate): SourcedRow[] {
  const start = lawAppliesFrom(jurisdiction, company);
  const end = lawEndsOn(jurisdiction, company);
  return activityRulesOn(jurisdiction, start, on, { sectors: getSectors(company), end }).map((rule) => ({
    key: `${rule.code} ${rule.effectiveFrom}`,
    code: rule.code,
    text: rule.text,
    effect: rule.effects.join(', '),
    provision: rule.provision,
    since: since(
      rule.alwaysBinds ? rule.effectiveFrom : getLater(rule.effectiveFrom, start),
      rule.alwaysBinds ? rule.effectiveTo : getEarlierEnd(rule.effectiveTo, end),
    ),
    ...sourced(rule),
  }));
}

function clockRows(
  jurisdiction: Jurisdiction,
  on: CalendarDate,
  company: RegulatedCompany & TrancheFacts,
): SourcedRow[] {
  if (hasLawEnded(jurisdiction, company, on)) return [];
  const prefix = jurisdiction === 'NZL' ? 'nz.' : 'au.';
  const firm = { sector: company.sector ?? 'other', tranche: getTranche(company) } as const;
  return clockRowsOn(on, firm)
    .filter(({ id }) => id.startsWith(prefix))
    .map(({ id, row, from }, index) => ({
      key: `${id} ${index}`,
      code: `clock ${row.rule}`,
      text: clockLabels[id],
      effect: [formatPeriod(row.period), row.appliesTo, row.note].filter(Boolean).join('; '),
      provision: row.provision,
      since: since(from, row.effectiveTo),
      ...sourced(row),
    }));
}

/** The lists that screening must include, as rows like the rules that prohibit dealing with listed people. */
const listRows = (jurisdiction: Jurisdiction, on: CalendarDate): SourcedRow[] =>
  requiredListsOn([jurisdiction], on).map((required) => ({
    key: `list ${required.regime}`,
    code: `list ${required.regime}`,
    text: describeRequiredList(required),
    effect: 'Screening complete',
    provision: required.provision,
    since: since(required.effectiveFrom, required.effectiveTo),
    ...sourced(required),
  }));

/** Versions of identity verification rules, with the methods that can meet each. Which are uncertain is said on each verification. */
function verificationRows(
  jurisdiction: Jurisdiction,
  company: RegulatedCompany,
  on: CalendarDate,
): SourcedRow[] {
  if (hasLawEnded(jurisdiction, company, on)) return [];
  return verificationRulesOn(jurisdiction, company, on).map((rule) => ({
    key: ruleVersion(rule),
    code: `verification ${rule.id}`,
    text: rule.title,
    effect: rule.methods.map((method) => verificationMethodLabels[method]).join(', '),
    provision: [...new Set(rule.clauses.map(({ provision }) => provision))].join(', '),
    since: since(ruleBindsFrom(rule, company), rule.effectiveTo),
    certainty: certaintyLabels[rule.uncertain.length > 0 ? 'C' : 'A'],
    isUnconfirmed: rule.uncertain.length > 0,
    sourceUrl: rule.sourceUrls[0] ?? '',
  }));
}

function retentionRows(
  jurisdiction: Jurisdiction,
  company: RegulatedCompany,
  on: CalendarDate,
): SourcedRow[] {
  const start = lawAppliesFrom(jurisdiction, company);
  if (on < start) return [];
  return retentionTable(jurisdiction).map((row) => ({
    key: row.kind,
    code: `retention ${jurisdiction} ${row.kind}`,
    text: row.text,
    effect: row.period,
    provision: row.provision,
    since: since(start, undefined),
    ...sourced(row),
  }));
}

/** The tables of a country's law on a day. */
export function lawTables(jurisdiction: Jurisdiction, company: RegulatedCompany, on: CalendarDate) {
  return {
    rules: [...rulesInForce(jurisdiction, company, on).map(ruleRow), ...listRows(jurisdiction, on)],
    dealings: dealingRows(jurisdiction, company, on),
    clocks: clockRows(jurisdiction, on, company),
    verifications: verificationRows(jurisdiction, company, on),
    retention: retentionRows(jurisdiction, company, on),
  };
}

/** Data of the rules view. `?on=` is the day whose law is shown; today without it. */
export async function loadRules({ api, me, url }: MemberArgs) {
  const [session, { lists }] = await Promise.all([me(), api.call(readCountryLists, {})]);
  const { company } = session;
  const now = new Date();
  const today = companyDay(now, company.timeZone);
  const requested = url.searchParams.get('on') ?? '';
  const on = isCalendarDate(requested) ? requested : today;
  return {
    on,
    day: formatDate(on),
    isToday: on === today,
    isUnread: requested !== '' && on !== requested,
    countries: company.regulatedIn.map((jurisdiction) => ({
      jurisdiction,
      name: countryName(jurisdiction) ?? jurisdiction,
      applies: describeSpan(jurisdiction, company),
      ...lawTables(jurisdiction, company, on),
    })),
    countryLists: lists
      .filter(({ key }) => key !== 'firm')
      .map((list) => ({
        key: list.key,
        name: countryListLabels[list.key],
        asAt: formatDate(list.asAt),
        plenaryMissing: plenaryNotEntered(list, today),
      })),
    printed: formatPrintHeading(session, now),
  };
}
