import type { AssessedClient } from '#rules/cdd-rule-packs/engine.ts';
import type { MandatoryParty } from '#rules/cdd-rule-packs/mandatory-parties.ts';
import { packsOn, rulePacks } from '#rules/cdd-rule-packs/packs.ts';
import type { Rule, RulePack } from '#rules/cdd-rule-packs/rule.ts';
import type { CddLevel } from '#rules/clients/client-types.ts';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { lawAppliesFrom, lawEndsOn, type RegulatedCompany } from '#rules/dates/commencement.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { RuleRevision } from './rule-revision.ts';

/** A rule that starts, ends, or is replaced by another row with the same code. */
export type ChangedRule = {
  code: string;
  jurisdiction: Jurisdiction;
  provision: string;
  text: string;
  change: 'begins' | 'ends' | 'changes';
};

/** A day on which the rules that bind a company change, with the pack versions before and from it. */
export type LawBoundary = {
  on: CalendarDate;
  packsBefore: string[];
  packsAfter: string[];
  rules: ChangedRule[];
};

type Company = RegulatedCompany & { regulatedIn: readonly Jurisdiction[] };

const versions = (packs: readonly RulePack[]) => packs.map(({ version }) => version);
const ruleKey = ({ jurisdiction, code }: Pick<Rule, 'jurisdiction' | 'code'>) => `${jurisdiction} ${code}`;

/** Rules that are in force in one set of packs and not in the other, one entry for each code of a country. */
function changedRules(before: readonly RulePack[], after: readonly RulePack[]): ChangedRule[] {
  const [earlier, later] = [before.flatMap(({ rules }) => rules), after.flatMap(({ rules }) => rules)];
  const ended = earlier.filter((rule) => !later.includes(rule));
  const begun = later.filter((rule) => !earlier.includes(rule));
  const changed = new Map<string, ChangedRule>();
  const add = (rule: Rule, change: ChangedRule['change']) => {
    const { code, jurisdiction, provision, says } = rule;
    const text = typeof says === 'string' ? says : says.general;
    changed.set(ruleKey(rule), { code, jurisdiction, provision, text, change });
  };
  for (const rule of ended) add(rule, 'ends');
  for (const rule of begun) add(rule, changed.has(ruleKey(rule)) ? 'changes' : 'begins');
  return [...changed.values()];
}

/**
 * Days after `after`, up to and including `upTo`, on which the rules that bind a company change: a pack of one of its countries
 * starts or ends, or a country's law starts or ceases to apply to it. Earliest first.
 */
export function lawBoundaries(
  company: Company,
  { after, upTo }: { after: CalendarDate; upTo: CalendarDate },
  packs: readonly RulePack[] = rulePacks,
): LawBoundary[] {
  const days = [
    ...company.regulatedIn.map((jurisdiction) => lawAppliesFrom(jurisdiction, company)),
    ...company.regulatedIn.flatMap((jurisdiction) => {
      const last = lawEndsOn(jurisdiction, company);
      return last === null ? [] : addDays(last, 1);
    }),
    ...packs.flatMap(({ effectiveFrom, effectiveTo }) => [
      effectiveFrom,
      ...(effectiveTo === undefined ? [] : [addDays(effectiveTo, 1)]),
    ]),
  ];
  return [...new Set(days)]
    .filter((day) => after < day && day <= upTo)
    .sort()
    .flatMap((on) => {
      const before = packsOn(company.regulatedIn, company, addDays(on, -1), packs);
      const from = packsOn(company.regulatedIn, company, on, packs);
      const rules = changedRules(before, from);
      return rules.length === 0
        ? []
        : [{ on, packsBefore: versions(before), packsAfter: versions(from), rules }];
    });
}

/** `mayFollow`: outstanding, without blocking the start of the relationship. */
type RequirementState = 'outstanding' | 'mayFollow' | 'met';

/** A requirement, approval, party to verify or prohibition, with its state. `key` identifies it within a client. */
export type RequirementLine = {
  key: string;
  text: string;
  provision: string;
  state: RequirementState;
  /** Codes of the rules that require it. */
  codes: string[];
};

/** Result of the rules for a client. `level`: null if no law applies. */
export type CddOutcome = {
  level: CddLevel | null;
  initialCddRequired: boolean;
  lines: RequirementLine[];
  /** Codes of all rules that hit. */
  hits: string[];
};

type Assessed = Pick<
  AssessedClient,
  'laws' | 'level' | 'initialCddRequired' | 'items' | 'guards' | 'mustVerify' | 'hits'
>;

const toState = ({ settled, mayFollow }: { settled: boolean; mayFollow?: boolean }): RequirementState =>
  settled ? 'met' : mayFollow ? 'mayFollow' : 'outstanding';

const getCodes = (because: readonly { code: string }[]) => [...new Set(because.map(({ code }) => code))];

/**
 * The outcome of an assessment. `parties`: persons who must be verified for it, see `mandatoryParties`; `prohibitions`: see
 * `prohibitionLines`.
 */
export function getOutcome(
  assessed: Assessed,
  parties: readonly MandatoryParty[],
  prohibitions: readonly RequirementLine[] = [],
): CddOutcome {
  const items = assessed.items.map(({ code, text, provision, fix, because, ...item }) => ({
    key: `item ${code} ${fix.of ?? ''} ${fix.id ?? ''}`,
    text,
    provision,
    state: toState(item),
    codes: getCodes(because),
  }));
  const guards = assessed.guards.map(({ kind, text, provision, settled, because }) => ({
    key: `guard ${kind}`,
    text,
    provision,
    state: toState({ settled }),
    codes: getCodes(because),
  }));
  const people = parties.map(({ partyId, name, verified }) => {
    const because = assessed.mustVerify.filter((party) => party.partyId === partyId);
    return {
      key: `party ${partyId}`,
      text: `Verify ${name}`,
      provision: [...new Set(because.map(({ provision }) => provision))].join(', '),
      state: toState({ settled: verified }),
      codes: getCodes(because),
    };
  });
  return {
    level: assessed.laws.length === 0 ? null : assessed.level,
    initialCddRequired: assessed.laws.length > 0 && assessed.initialCddRequired,
    lines: [...items, ...guards, ...people, ...prohibitions],
    hits: [...assessed.hits, ...prohibitions.flatMap(({ codes }) => codes)],
  };
}

/** One side of a change: the level, and the requirements that differ from the other side. */
export type OutcomeSide = Pick<CddOutcome, 'level' | 'initialCddRequired'> & { lines: RequirementLine[] };

/** Changes for a client, with the rules responsible. */
export type OutcomeChange = { before: OutcomeSide; after: OutcomeSide; rules: ChangedRule[] };

function differing(lines: readonly RequirementLine[], others: readonly RequirementLine[]): RequirementLine[] {
  const states = new Map(others.map(({ key, state }) => [key, state]));
  return lines.filter(({ key, state }) => states.get(key) !== state);
}

/**
 * Compares the outcomes of the same facts under the rules before and after a boundary. Null if the level, whether initial CDD is
 * required, and every requirement with its state are equal; differences only in wording or provisions do not count. `rules`: those
 * of the boundary that apply to the client before or after.
 */
export function compareOutcomes(
  before: CddOutcome,
  after: CddOutcome,
  rules: readonly ChangedRule[],
): OutcomeChange | null {
  const ended = differing(before.lines, after.lines);
  const begun = differing(after.lines, before.lines);
  const isSame = before.level === after.level && before.initialCddRequired === after.initialCddRequired;
  if (isSame && ended.length === 0 && begun.length === 0) return null;
  const hit = new Set([...before.hits, ...after.hits]);
  const side = ({ level, initialCddRequired }: CddOutcome, lines: RequirementLine[]): OutcomeSide => ({
    level,
    initialCddRequired,
    lines,
  });
  return {
    before: side(before, ended),
    after: side(after, begun),
    rules: rules.filter(({ code }) => hit.has(code)),
  };
}

/** The level of CDD on a client's record, as it was last written. */
export type RecordedLevel = { level: CddLevel | null; reasons: readonly { code: string }[] };

/**
 * Compares a client's record with the outcome under a corrected rule. Requirements from before the correction are not recorded, so
 * those that a corrected rule makes outstanding are listed. Null if no corrected rule is a reason of either level and none makes a
 * requirement outstanding.
 */
export function compareWithRecord(
  recorded: RecordedLevel,
  after: CddOutcome & { reasons: readonly { code: string }[] },
  { codes }: Pick<RuleRevision, 'codes'>,
  rules: readonly ChangedRule[],
): OutcomeChange | null {
  const [earlier, later] = [getCodes(recorded.reasons), getCodes(after.reasons)];
  const moved = codes.filter((code) => earlier.includes(code) !== later.includes(code));
  const lines = after.lines.filter(
    (line) => line.state !== 'met' && line.codes.some((code) => codes.includes(code)),
  );
  if (moved.length === 0 && lines.length === 0) return null;
  const responsible = new Set([...moved, ...lines.flatMap((line) => line.codes)]);
  const { initialCddRequired } = after;
  return {
    before: { level: recorded.level, initialCddRequired, lines: [] },
    after: { level: after.level, initialCddRequired, lines },
    rules: rules.filter(({ code }) => responsible.has(code)),
  };
}
