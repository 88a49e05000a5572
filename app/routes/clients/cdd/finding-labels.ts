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

export const ownersDeemedLabels = {
  ownedByListed: 'Owned or controlled by a listed company with disclosure duties, or by a government body',
  licensed: 'Low risk, and licensed or controlled by a licensed body, or a strata body',
};
