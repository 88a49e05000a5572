/** After "Relative or close associate". */
export const pepOfLabels = {
  foreign: 'of a foreign person',
  domestic: 'of a domestic person',
  internationalOrganisation: 'of a person of an international organisation',
};

export const sourceOfLabels = {
  wealth: 'Source of wealth',
  funds: 'Source of funds',
  both: 'Source of wealth and of funds',
};

export const ownershipOutcomeLabels = {
  identified: 'Beneficial owners identified: all are related parties on record',
  none: 'No beneficial owner: no individual meets the ownership threshold or has control',
  unable: 'Unable to determine after all reasonable steps',
};

export const earlierCddLabels = {
  formerLaw: 'Identified before 31 March 2026, as the former Australian law required (Rules 6-42)',
  groupAbroad:
    'CDD by a member of your business group abroad, to the standard of the FATF; you hold the data (Rules 6-11)',
  transferred: 'CDD by a business that was transferred to you with its records (Rules 6-27, 6-28)',
  oldProcedures:
    'By a former procedure that your policies allow for the client’s class (Transitional Rules 7, 8)',
};

export const ownersDeemedLabels = {
  listedIssuer: 'A listed public company with disclosure duties',
  government: 'A government body',
  ownedByListed: 'Owned or controlled by a listed company with disclosure duties, or by a government body',
  licensed: 'Low risk, and licensed or controlled by a licensed body, or a strata body',
};
