import type { FormChanges } from './form-choices.ts';
import type { Step } from './play.ts';
import type { Side, Who } from './world.ts';

type Kind<Name extends Step['do']> = Extract<Step, { do: Name }>;

/** All four kinds of evidence on an individual, by staff; an officer approves the assessment. */
export const evidenceOn = (of: Side): Step[] => [
  { do: 'verifyIdentity', of, by: 'staff' },
  { do: 'recordExposure', of, is: 'none', by: 'staff' },
  { do: 'screen', of, by: 'staff' },
  { do: 'assessClient', of, approver: 'officer', by: 'staff' },
];

/** CDD moved through its statuses. */
export const moveCdd = (of: Side, ...to: Kind<'moveCdd'>['to'][]): Step[] =>
  to.map((status) => ({ do: 'moveCdd', of, to: status, by: 'owner' }));

/** CDD on an individual, complete. */
export const cddOn = (of: Side): Step[] => [
  ...evidenceOn(of),
  ...moveCdd(of, 'inProgress', 'readyForReview', 'verified'),
];

/** The risk of the activity assessed by staff and approved by an officer. */
export const assessed: Step[] = [
  { do: 'assessActivity', level: 'low', by: 'staff' },
  { do: 'decideAssessment', decision: 'approve', by: 'officer' },
];

/** The activity moved through its statuses. */
export const moveTo = (...to: Kind<'moveActivity'>['to'][]): Step[] =>
  to.map((status) => ({ do: 'moveActivity', to: status, by: 'staff' }));

export const setOutcome = (outcome: 'approved' | 'declined'): Step => ({
  do: 'setOutcome',
  outcome,
  by: 'owner',
});

/** A form saved with changes. */
export const update = (changes: FormChanges, by: Who = 'staff', hasReason = false): Step => ({
  do: 'updateActivity',
  changes,
  hasReason,
  by,
});

/** The activity from its assessment to its end. */
export const finish: Step[] = [
  ...assessed,
  ...moveTo('inProgress', 'inReview'),
  setOutcome('approved'),
  ...moveTo('completed'),
];

/** The buyer does not cooperate, which is on record after a screening. */
export const refusal: Step[] = [
  { do: 'screen', of: 'second', by: 'staff' },
  { do: 'recordNonCooperation', of: 'second', reportConsidered: true, by: 'owner' },
];

/** All that an arrangement with another participant leaves to the company itself, and the arrangement. */
export const ownPart: Step[] = [
  ...evidenceOn('second').filter((step) => step.do !== 'recordExposure'),
  { do: 'recordArrangement', of: 'second', doneOn: -2, by: 'owner' },
];

/** Verification of the entity at the register, decided, with its two owners as parties. */
export const entityVerified: Step[] = [
  { do: 'startBusiness', by: 'staff' },
  { do: 'orderExtract', by: 'staff' },
  { do: 'resolveMismatch', resolution: 'useRegistry', by: 'staff' },
  { do: 'createParties', as: ['second', 'third'], by: 'staff' },
  { do: 'decideBusiness', decision: 'verified', by: 'staff' },
];

/** All of CDD on the entity and its owners. */
export const cddOnEntity: Step[] = [
  ...cddOn('second'),
  ...cddOn('third'),
  ...entityVerified,
  { do: 'recordEntity', powersBy: 'register', by: 'staff' },
  { do: 'screen', of: 'first', by: 'staff' },
  { do: 'assessClient', of: 'first', approver: 'officer', by: 'staff' },
  ...moveCdd('first', 'inProgress', 'readyForReview', 'verified'),
];

/** A chart that somebody typed, with an owner of the whole, who is recorded as a party; and the decision on it. */
export const typedChart: Step[] = [
  { do: 'startBusiness', by: 'staff' },
  { do: 'editOwnership', intent: 'addNode', share: '100', by: 'staff' },
  { do: 'editOwnership', intent: 'saveHolding', share: '100', by: 'staff' },
  { do: 'createParties', as: ['second'], by: 'staff' },
];

/** A delay of the verification in New Zealand, and one of the other party's of a brokered sale. */
export const relationshipDelay: FormChanges = {
  delay: { basis: 'relationship', limits: true, ownDay: 5 },
};
export const propertyDelay: FormChanges = { delay: { basis: 'property', limits: true, ownDay: null } };

/** Every command on the chart and on the parties of an entity with holdings in layers, some refused. */
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
  { do: 'addParty', of: 'second', roles: ['shareholder'], percent: '60', by: 'staff' },
  { do: 'updateParty', at: 0, roles: ['director'], percent: undefined, by: 'staff' },
  { do: 'endParty', at: 0, by: 'staff' },
];

/** The other commands of a sale, so that each is accepted once. */
export const restOfSale: Step[] = [
  { do: 'completeRecord', of: 'third', by: 'staff' },
  { do: 'rename', of: 'third', to: 'Otherson', by: 'staff' },
  { do: 'saveRelationshipStart', of: 'third', isClaimed: false, isDated: true, by: 'staff' },
  ...refusal,
  { do: 'withdrawNonCooperation', of: 'second', by: 'staff' },
  ...ownPart.slice(-1),
  { do: 'withdrawArrangement', of: 'second', by: 'staff' },
  update(propertyDelay),
  { do: 'approveDelay', by: 'officer' },
  ...moveTo('onHold', 'toDo', 'cancelled'),
  { do: 'createActivity', changes: {}, by: 'staff' },
  setOutcome('declined'),
];
