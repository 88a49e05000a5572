import { type EarlierCddGround, earlierCddProblem } from './earlier-cdd.ts';
import type { ClientFacts } from './facts.ts';
import type { Condition } from './rule.ts';

/** The recorded ground is one of these, and the company's facts and the day allow it. */
const countsOn =
  (...grounds: readonly EarlierCddGround[]): Condition =>
  ({ earlierCdd }: ClientFacts, { company }) =>
    !!earlierCdd && grounds.includes(earlierCdd.ground) && earlierCddProblem(earlierCdd, company) === null;

/** AU Rules 6-42. */
export const isDoneUnderFormerLaw = countsOn('formerLaw');

/** AU Rules 6-11, 6-27, 6-28. */
export const isDoneElsewhere = countsOn('groupAbroad', 'transferred');

/** Initial CDD counts as done on either ground. */
export const isInitialCddDeemed: Condition = (facts, context) =>
  isDoneUnderFormerLaw(facts, context) || isDoneElsewhere(facts, context);

/** A condition of initial CDD, which does not apply while that counts as done. */
export const unlessDeemed =
  (condition: Condition): Condition =>
  (facts, context) =>
    condition(facts, context) && !isInitialCddDeemed(facts, context);
