import { countries, isBillingCountry } from '#rules/countries.ts';

const byName = countries.map(({ code, name }) => ({ value: code, label: name }));

/** All countries; Australia and New Zealand are also listed first. */
export const countryChoices = [
  { label: 'Australia and New Zealand', choices: byName.filter(({ value }) => isBillingCountry(value)) },
  { label: 'All countries', choices: byName.filter(({ value }) => !isBillingCountry(value)) },
];
