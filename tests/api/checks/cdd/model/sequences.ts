import type { Side, Who } from '../../activities/model/world.ts';
import { findingContents } from './findings.ts';
import type { Step } from './play.ts';

/** A command of the contract, by staff and on the client who is taken on unless said otherwise. */
export const request = (
  what: string,
  { of = 'first', n = 0, by = 'staff' }: { of?: Side; n?: number; by?: Who } = {},
): Step => ({ do: 'request', what, of, n, by });

/** All four kinds of evidence on an individual, by staff; an officer approves the assessment. */
export const evidenceOn = (of: Side): Step[] => [
  { do: 'verifyIdentity', of, by: 'staff' },
  { do: 'recordExposure', of, is: 'none', by: 'staff' },
  { do: 'screen', of, by: 'staff' },
  { do: 'assessClient', of, approver: 'officer', by: 'staff' },
];

export const moveCdd = (of: Side, by: Who, ...to: string[]): Step[] =>
  to.map((status) => request(`clients.transition cdd ${status}`, { of, by }));
export const moveClient = (by: Who, ...to: string[]): Step[] =>
  to.map((status) => request(`clients.transition client ${status}`, { by }));

/** An individual from nothing to approved. */
export const approved: Step[] = [
  ...evidenceOn('first'),
  ...moveCdd('first', 'staff', 'inProgress', 'readyForReview'),
  ...moveCdd('first', 'officer', 'verified'),
];
export const active = moveClient('staff', 'onboarding', 'active');

/** Verification of the entity at the register, with its two owners as parties. */
export const entityVerified: Step[] = [
  { do: 'startBusiness', by: 'staff' },
  { do: 'orderExtract', by: 'staff' },
  { do: 'resolveMismatch', resolution: 'useRegistry', by: 'staff' },
  { do: 'createParties', as: ['second', 'third'], by: 'staff' },
  { do: 'decideBusiness', decision: 'verified', by: 'staff' },
];

/** A verification of the business by a chart that somebody typed. */
export const typedChart: Step[] = [
  { do: 'startBusiness', by: 'staff' },
  { do: 'editOwnership', intent: 'addNode', share: '100', by: 'staff' },
  { do: 'editOwnership', intent: 'saveHolding', share: '100', by: 'staff' },
  { do: 'createParties', as: ['second'], by: 'staff' },
];

/** Evidence on the entity, besides its verification and that of its owners. */
export const entityEvidence: Step[] = [
  { do: 'recordEntity', powersBy: 'register', by: 'staff' },
  { do: 'screen', of: 'first', by: 'staff' },
  { do: 'assessClient', of: 'first', approver: 'officer', by: 'staff' },
];

export const entityMoves: Step[] = [
  ...moveCdd('first', 'staff', 'inProgress', 'readyForReview'),
  ...moveCdd('first', 'officer', 'verified'),
];

/** What one kind of client cannot have on record: owners an individual, and Australian grounds an entity of New Zealand. */
const neverOf = { individual: 'ownership identified', entity: 'earlierCdd' };

/** The findings that can be recorded of a client of this kind. */
export const findingsOf = (kind: 'individual' | 'entity'): string[] =>
  Object.keys(findingContents).filter((subject) => subject !== neverOf[kind]);

/** A claim to be a client of before all laws, and the document that shows it. */
export const shownEarlier: Step[] = [
  { do: 'claimEarlier', day: '2007-12-11', by: 'owner' },
  request('findings.record preCommencement', { by: 'manager' }),
];

/**
 * Each finding recorded by a senior manager and withdrawn by an officer: a check that is left out before it is made, and an exposure found before it is approved
 * and withdrawn after.
 */
export const everyFinding = (subjects: readonly string[], person: Side): Step[] => {
  const early = ['pepCheckExcused', 'politicalExposure'];
  const rest = subjects.filter((one) => ![...early, 'preCommencement'].includes(one));
  const withdrawn = new Set(rest.map((one) => one.split(' ').at(0) ?? one));
  return [
    request('findings.record pepCheckExcused', { of: person, by: 'manager' }),
    request('findings.withdraw pepCheckExcused', { of: person, by: 'manager' }),
    request('findings.record politicalExposure', { of: person }),
    ...shownEarlier,
    request('findings.withdraw preCommencement', { by: 'officer' }),
    ...rest.map((one) => request(`findings.record ${one}`, { by: 'manager' })),
    ...[...withdrawn].map((one) => request(`findings.withdraw ${one}`, { by: 'officer' })),
    request('findings.withdraw politicalExposure', { of: person, by: 'officer' }),
  ];
};

const each = (of: Side, ...names: string[]) => names.map((name) => request(name, { of }));
const verification = (of: Side, ...names: string[]) =>
  each(of, ...names.map((name) => `individualVerifications.${name}`));

/** Each command of the verification of people, on those around the client. */
export const everyVerification: Step[] = [
  ...verification(
    'second',
    'start documentSighted',
    'recordConsent',
    'parseMrz',
    'addDocument',
    'removeDocument',
  ),
  ...verification('second', 'recordBureauNotice', 'decide notVerified', 'retry'),
  ...verification('third', 'start electronicRemote', 'sendLink', 'cancel'),
  ...verification('third', 'start distf'),
  ...verification('third', 'start reliance'),
  ...verification('third', 'start documentCertified'),
  ...verification('third', 'start electronicInPerson', 'runChecks'),
];

/** An exception from verification, which somebody else approves. */
export const exception = (of: Side): Step[] => [
  ...verification(of, 'start exception'),
  request('individualVerifications.approveException', { of, by: 'officer' }),
];

/** Each command on assessments: a level raised by one person and lowered by another, returned, saved and void. */
export const everyAssessment: Step[] = [
  request('assessments.score'),
  request('assessments.create', { n: 1 }),
  request('assessments.save', { n: 0 }),
  request('assessments.decide return', { by: 'officer' }),
  request('assessments.save', { n: 0 }),
  request('assessments.decide approve', { by: 'officer' }),
  request('assessments.decide override', { n: 2, by: 'officer' }),
  request('assessments.decide liftOverride', { by: 'officer' }),
  request('assessments.decide void', { by: 'officer' }),
];

/** Each command on permits, lines of funds, settings, lists, assignments and worklists. */
export const everyOther: Step[] = [
  request('sanctionsPermits.record'),
  ...['approve', 'withdraw'].map((way) => request(`sanctionsPermits.${way}`, { by: 'officer' })),
  ...['add', 'change', 'verify', 'reject', 'withdraw'].map((way) => request(`fundsLines.${way}`)),
  ...['company.preview', 'company.update', 'company.policies.preview', 'company.policies.update'].map(
    (what) => request(what, { by: 'owner', n: 1 }),
  ),
  ...['callForAction', 'increasedMonitoring', 'firm'].flatMap((key) =>
    ['preview', 'save'].map((way) => request(`countryLists.${way} ${key}`, { by: 'owner' })),
  ),
  ...each('first', 'clients.bulkAssign', 'clients.bulkAssignByFilter', 'clients.bulkEnrolByFilter'),
  ...each('first', 'clients.bulkEnrol', 'clients.create', 'clients.update'),
  ...each('second', 'clients.enrol'),
  request('clients.merge', { of: 'second', by: 'owner' }),
];

/** Each command on parties: of somebody who acts for the client. */
export const everyParty: Step[] = ['add', 'update', 'end'].map((way) => request(`parties.${way}`));

const screened = (of: Side): Step => ({ do: 'screen', of, by: 'staff' });

/** Every decision on the matches of listed people. */
export const everyMatch = (one: Side, other: Side): Step[] => [
  screened(one),
  { do: 'decideMatch', of: one, decision: 'possible', by: 'officer' },
  request('screeningMatches.decide falsePositive', { of: one, by: 'officer' }),
  screened(other),
  request('screeningMatches.decide truePositive', { of: other, by: 'officer' }),
];
export const dismissed = (of: Side): Step[] => [
  screened(of),
  request('alerts.dismissMatches', { of, by: 'officer' }),
];

/** Every status of a client and of its CDD, besides those on the way to an approval. */
export const everyStatus: Step[][] = [
  [
    ...moveCdd('first', 'staff', 'inProgress', 'unableToComplete'),
    ...moveClient('staff', 'onboarding', 'declined'),
  ],
  [
    ...moveCdd('second', 'staff', 'inProgress'),
    ...moveCdd('second', 'officer', 'exceptionApproved'),
    ...moveClient('owner', 'archived'),
  ],
];

/** Every command on the chart of an entity with holdings in layers. */
export const chartOfLayers: Step[] = [
  { do: 'startBusiness', by: 'staff' },
  { do: 'orderExtract', by: 'staff' },
  { do: 'expandOwnership', isRegisterDown: true, by: 'staff' },
  { do: 'resumeExpansion', by: 'staff' },
  ...(['addNode', 'saveHolding', 'addControl', 'remove'] as const).map(
    (intent) => ({ do: 'editOwnership', intent, share: '1', by: 'staff' }) as const,
  ),
  { do: 'decideBusiness', decision: 'notVerified', by: 'staff' },
  { do: 'startBusiness', by: 'officer' },
  { do: 'decideBusiness', decision: 'cancel', by: 'officer' },
];
