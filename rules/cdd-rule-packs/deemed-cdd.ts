import { formerProcedureSpan } from '#rules/former-procedures.ts';
import { type EarlierCddGround, earlierCddProblem } from './earlier-cdd.ts';
import type { ClientFacts } from './facts.ts';
import type { Condition } from './rule.ts';

/** The recorded ground is one of these, and the company's facts and the day allow it. */
const countsOn =
  (...grounds: readonly EarlierCddGround[]): Condition =>
  ({ earlierCdd }: ClientFacts, { company, on }) =>
    !!earlierCdd &&
    grounds.includes(earlierCdd.ground) &&
    earlierCddProblem(earlierCdd, company, on) === null;

/** AU Rules 6-42. */
export const isDoneUnderFormerLaw = countsOn('formerLaw');

/** AU Rules 6-11, 6-27, 6-28. */
export const isDoneElsewhere = countsOn('groupAbroad', 'transferred');

const followsOldProcedure = countsOn('oldProcedures');

/** AU Transitional Rules 7, 8, in force from 1 July 2026 to 30 March 2029. */
export const isDoneByOldProcedure: Condition = (facts, context) =>
  formerProcedureSpan.firstDay <= context.on &&
  context.on <= formerProcedureSpan.lastDay &&
  followsOldProcedure(facts, context);

/** Initial CDD counts as done on one of the grounds. */
export const isInitialCddDeemed: Condition = (facts, context) =>
  isDoneUnderFormerLaw(facts, context) ||
  isDoneElsewhere(facts, context) ||
  isDoneByOldProcedure(facts, context);

/** A condition of initial CDD, which does not apply while that counts as done. */
export const unlessDeemed =
  (condition: Condition): Condition =>
  (facts, context) =>
    condition(facts, context) && !isInitialCddDeemed(facts, context);
