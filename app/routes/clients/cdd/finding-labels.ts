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
