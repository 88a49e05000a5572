import type { Course, KnownClient } from './course.ts';
import { factsOf } from './form.ts';
import { grantors, type Side, sides } from './world.ts';

const isAustralianCompany = ({ world }: Course) => world.laws.includes('AUS');

/** The laws that the work comes under: of the company, unless who may recorded why the work is outside. */
function lawsOfWork({ world, activity: { form, scopeBy } }: Course): string[] {
  if (scopeBy === null || !grantors.includes(scopeBy)) return [...world.laws];
  const outside = { NZL: form.outsideScopeNz, AUS: form.outsideScopeAu };
  return world.laws.filter((law) => outside[law] === undefined);
}

const isAustralian = (course: Course) => lawsOfWork(course).includes('AUS');

/** Whether the form names an Australian designated service. */
const isDesignated = ({ activity }: Course): boolean => activity.form.designatedServiceAu !== undefined;

/** The clients who have one of these capacities. */
function sidesAs({ activity }: Pick<Course, 'activity'>, ...wanted: readonly string[]): Side[] {
  return sides.filter((side) => wanted.includes(activity.choice[side]));
}

/** Sanctions are screened and matches decided, whatever else may follow or be excepted. */
const missingOfScreening = ({ evidence, hasUndecidedMatch }: KnownClient): string[] => [
  ...(evidence.has('screening') ? [] : ['screening']),
  ...(hasUndecidedMatch ? ['undecided match'] : []),
];

const isExcepted = ({ cdd }: KnownClient): boolean =>
  cdd?.status === 'exceptionApproved' && grantors.includes(cdd.by);

function missingOfPerson(client: KnownClient, wantsExposure: boolean): string[] {
  const wanted = [
    'record',
    'identity',
    'assessment',
    ...(wantsExposure ? (['exposure'] as const) : []),
  ] as const;
  return wanted.filter((kind) => !client.evidence.has(kind));
}

/** What the parties of the entity that must be verified lack. */
function missingOfParties({ parties, clients }: Course): string[] {
  return [...parties.values()].flatMap(({ of, mustBeVerified }) => {
    if (!mustBeVerified) return [];
    if (of === null) return ['verification of a draft party'];
    const { evidence, cdd } = clients[of];
    return evidence.has('identity') || cdd?.status === 'exceptionApproved' ? [] : [`verification of ${of}`];
  });
}

/** The owners by the verified chart who are no parties any more. */
function absentOwners({ chartOwners, parties }: Course): string[] {
  const present = new Set([...parties.values()].map(({ of }) => of));
  return chartOwners.filter((side) => !present.has(side)).map((side) => `owner ${side} as a party`);
}

function missingOfEntity(course: Course, { evidence }: KnownClient): string[] {
  const wanted = ['record', 'identity', 'entity', 'assessment'] as const;
  return [
    ...wanted.filter((kind) => !evidence.has(kind)),
    ...missingOfParties(course),
    ...absentOwners(course),
  ];
}

/** What CDD on a client lacks, by what was put on record. */
export function missing(course: Course, side: Side): string[] {
  const client = course.clients[side];
  const ofScreening = missingOfScreening(client);
  if (isExcepted(client)) {
    return [...ofScreening, ...(client.evidence.has('assessment') ? [] : ['assessment'])];
  }
  return [
    ...ofScreening,
    ...(client.isEntity
      ? missingOfEntity(course, client)
      : missingOfPerson(client, isAustralianCompany(course))),
    ...(client.cdd?.status === 'verified' ? [] : ['status']),
  ];
}

/** What alone a delay lets follow: the verification, and the status that says that CDD is complete. */
const isVerification = (what: string) =>
  what === 'identity' || what === 'status' || /^verification of /.test(what);

/** Last day of a delay under AU Rules 6-32, counted from the days first recorded; null without any of them. */
function lastDayOfSale({ activity: { firstExchange, firstSettlement } }: Course): string | null {
  const days = [
    ...(firstExchange === null ? [] : [shift(firstExchange, 28)]),
    ...(firstSettlement === null ? [] : [shift(firstSettlement, -3)]),
  ];
  return days.toSorted()[0] ?? null;
}

const shift = (day: string, by: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + by * 86_400_000).toISOString().slice(0, 10);

/** Why the delay lets nothing follow on a client; empty if it does. */
function delayFaults(course: Course, side: Side, to: 'start' | 'complete'): string[] {
  const { activity, world } = course;
  const { delay, form, choice } = activity;
  if (delay === null || choice.delay === null) return ['no delay'];
  const today = world.today();
  const { basis } = choice.delay;
  const capacity = choice[side];
  const isOfOther = basis === 'property' && form.designatedServiceAu === 'au.t5.1';
  const dueOn = activity.earliestDue ?? '9999-12-31';
  const faults = [
    [delay.approvedBy === null || !grantors.includes(delay.approvedBy), 'approved by nobody who may'],
    [form.delayedCddRiskLimits === undefined, 'the second condition is missing'],
    [isOfOther !== (capacity === 'otherParty'), 'of another side'],
    [dueOn < today, 'due already'],
    [(form.exchangeOn ?? '') > today || (form.serviceStartedOn ?? '') > today, 'from a day to come'],
    [basis === 'property' && dueOn > (lastDayOfSale(course) ?? ''), 'due after the law’s last day'],
    [basis === 'property' && choice.type === 'propertySale' && !isOfOther, 'of the seller’s own side'],
    [basis === 'relationship' && !world.laws.includes('NZL'), 'of another law'],
    [
      basis === 'relationship' && (to === 'start' ? isAustralian(course) : isDesignated(course)),
      'where Australia’s law applies',
    ],
    [form.capturedActivityNz !== undefined && basis !== 'relationship', 'where New Zealand’s law applies'],
    [to === 'complete' && basis === 'property' && form.exchangeOn === undefined, 'without a day of exchange'],
    [to === 'complete' && basis === 'general', 'nothing is transferred meanwhile'],
  ] as const;
  return faults.filter(([isFault]) => isFault).map(([, words]) => words);
}

/** What still lacks after a delay, with why the delay does not cover it. */
function missingDespiteDelay(course: Course, side: Side, to: 'start' | 'complete'): string[] {
  const lacking = missing(course, side);
  if (lacking.length === 0) return [];
  const faults = delayFaults(course, side, to);
  if (faults.length > 0) return [...lacking, `delay: ${faults.join(', ')}`];
  return lacking.filter((what) => !isVerification(what));
}

/** What an arrangement with another participant leaves to the company itself. */
function missingUnderArrangement({ clients }: Course, side: Side): string[] {
  const client = clients[side];
  return [...missingOfScreening(client), ...missingOfPerson(client, false)];
}

const isBrokered = ({ activity }: Course) => activity.form.designatedServiceAu === 'au.t5.1';

/** What a party lacks after its record of non-cooperation or arrangement, where the law lets one count. */
function missingDespiteRecords(course: Course, side: Side, to: 'start' | 'complete'): string[] {
  const { activity, clients } = course;
  const despiteDelay = missingDespiteDelay(course, side, to);
  const ways = [
    ...(activity.refused.has(side) && isBrokered(course) && activity.choice[side] === 'otherParty'
      ? [missingOfScreening(clients[side])]
      : []),
    ...(activity.arranged.has(side) && isDesignated(course) ? [missingUnderArrangement(course, side)] : []),
  ];
  return ways.some((left) => left.length === 0) ? [] : despiteDelay;
}

const named = (course: Course, to: 'start' | 'complete') => (side: Side) =>
  missingDespiteRecords(course, side, to).map((what) => `${side}: ${what}`);

/** What is mandatory and lacking while an Australian designated service goes on; `isLenient`: what lapsed meanwhile is let pass. */
export function missingOfStart(course: Course, { isLenient }: { isLenient: boolean }): string[] {
  const { activity } = course;
  if (!isAustralian(course) || activity.outcome?.is === 'declined') return [];
  const { designatedServiceAu, capturedActivityNz } = activity.form;
  if (designatedServiceAu === undefined && capturedActivityNz === undefined) {
    return ['which service it is, or why none'];
  }
  const customers = sidesAs(course, 'customer', 'onBehalfOf');
  return customers
    .filter((side) => !(isLenient && course.clients[side].hasLapsed))
    .flatMap(named(course, 'start'));
}

/** What is mandatory and lacking when an activity is completed. */
export function missingOfCompletion(course: Course): string[] {
  const { activity, clients } = course;
  if (activity.outcome?.is === 'declined') return [];
  const facts = factsOf(activity.form);
  const isCaptured = lawsOfWork(course).length > 0;
  const customers = sidesAs(course, 'customer');
  const others = isAustralian(course) && isBrokered(course) ? sidesAs(course, 'otherParty') : [];
  const isExposed = isCaptured && customers.some((side) => clients[side].isForeignPep);
  const diligent = isCaptured ? [...customers, ...sidesAs(course, 'onBehalfOf'), ...others] : [];
  const { outcome, senior } = activity;
  const assessment = activity.assessments.find(({ status }) => status === 'approved');
  const isAgreed = senior !== null && senior.by === 'manager' && senior.facts === facts;
  return [
    ...(customers.length > 0 ? [] : ['a customer']),
    ...(assessment?.facts === facts ? [] : ['an assessment of these facts']),
    ...(outcome?.is === 'approved' && outcome.facts === facts ? [] : ['an outcome of these facts']),
    ...((isExposed || assessment?.isHigh) && !isAgreed ? ['a senior manager’s approval'] : []),
    ...diligent.flatMap(named(course, 'complete')),
  ];
}

/** Notes a change of a client. Where it takes from a customer what the work in progress needs, that has lapsed. */
export function noteChange(course: Course, change: () => void): void {
  const lacking = () => missingOfStart(course, { isLenient: true });
  const before = lacking();
  change();
  if (!course.activity.hasStarted) return;
  const since = lacking().filter((what) => !before.includes(what));
  for (const side of sides) {
    if (
      since.some((what) => what.startsWith(`${side}: `)) &&
      !before.some((what) => what.startsWith(`${side}: `))
    )
      course.clients[side].hasLapsed = true;
  }
}
