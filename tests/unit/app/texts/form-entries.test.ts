import { expect, test } from 'vitest';
import { getEntries, getLabel } from '#app/session/form-entries.ts';

test('a field has the label of its form, with its place in a list', () => {
  const labels = {
    'individual.dateOfBirth': 'Date of birth',
    'business.nzbn': 'NZBN',
    'business.nzCompanyNumber': 'NZ company number',
    'owners[1].legalName': 'Owners 2, legal name',
    'addresses[0].addressLine1': 'Addresses 1, address line 1',
    'citizenships[2]': 'Citizenships 3',
    capturedService: 'Note on the service',
    unknownField: 'Unknown field',
    constructor: 'Constructor',
  };
  expect(Object.keys(labels).map((name) => getLabel(name))).toEqual(Object.values(labels));
});

test.each([
  ['clientType', 'soleTrader', 'Sole trader'],
  ['parties[0].role', 'beneficialOwner', 'Beneficial owner'],
  ['business.trustType', 'unit', 'Unit trust'],
  ['individual.dateOfBirth', '1985-03-12', '12 Mar 1985'],
  ['individual.citizenships[0]', 'NZL', 'New Zealand'],
  ['business.registrationCountry', 'AUS', 'Australia'],
  ['hasBearerShares', 'no', 'No'],
  ['cashExpected', 'on', 'Yes'],
  ['outcome', 'notProceeding', 'Not proceeding'],
  // As typed.
  ['individual.occupation', 'potter', 'potter'],
  ['notes', 'Born 1985-03-12 in NZL', 'Born 1985-03-12 in NZL'],
  ['clientType', 'constructor', 'constructor'],
])('%s %s is shown as %s', (name, value, shown) => {
  expect(getEntries([[name, value]]).map((entry) => entry.value)).toEqual([shown]);
});
