import { displayName } from '#rules/names.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';

/** What screening needs of a client's record; absent parts are not known. */
export interface ScreenedClient {
  id: string;
  kind: 'individual' | 'business';
  individual: {
    givenNames: string | null;
    middleNames: string | null;
    familyName: string;
    otherNames: readonly string[];
    dateOfBirth: string | null;
    citizenships: readonly string[];
    residenceCountry: string | null;
  } | null;
  business: {
    legalName: string;
    tradingNames: readonly string[];
    registrationCountry: string | null;
  } | null;
  /** Numbers that registers gave, with the country of the register. */
  identifiers: readonly { number: string; country: string }[];
}

const each = <Value>(values: readonly (Value | null | undefined)[]): Value[] => [
  ...new Set(values.filter((value): value is Value => value !== null && value !== undefined)),
];

/**
 * A client as lists are searched for them: every name in use and every other name, the date of birth, and each country that they come
 * from, live in or are registered in. Of a business nobody knows whether the list calls it a body or a company.
 */
export function screeningSubject({
  id,
  kind,
  individual,
  business,
  identifiers,
}: ScreenedClient): ScreeningSubject {
  const numbers = identifiers.map(({ number, country }) => ({ number, country }));
  if (kind === 'individual' && individual) {
    const { givenNames, middleNames, familyName, otherNames, dateOfBirth } = individual;
    return {
      id,
      schema: 'Person',
      names: each([displayName({ kind: 'individual', givenNames, middleNames, familyName }), ...otherNames]),
      ...(dateOfBirth === null ? {} : { birthDate: dateOfBirth }),
      countries: each([...individual.citizenships, individual.residenceCountry]),
      identifiers: numbers,
    };
  }
  return {
    id,
    schema: 'LegalEntity',
    names: each([business?.legalName, ...(business?.tradingNames ?? [])]),
    countries: each([business?.registrationCountry]),
    identifiers: numbers,
  };
}

/**
 * What of a subject decides its likeness to others, as one text: equal for a client whose name, date of birth, countries and numbers
 * are what they were, whatever else of the record changed.
 */
export function subjectFingerprint({
  schema,
  names,
  birthDate,
  countries,
  identifiers,
}: ScreeningSubject): string {
  const numbers = identifiers.map(({ number, country }) => `${country ?? ''}:${number}`);
  return JSON.stringify([schema, [...names].sort(), birthDate ?? '', [...countries].sort(), numbers.sort()]);
}
