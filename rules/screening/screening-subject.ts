import { displayName } from '#rules/name-matching/name-normalisation.ts';
import type { ScreeningSubject } from '#rules/screening/screening-records.ts';

/** Fields of a client's record for screening; unknown ones are absent. */
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
  /** Numbers from registers, with the register's country. */
  identifiers: readonly { number: string; country: string }[];
}

const each = <Value>(values: readonly (Value | null | undefined)[]): Value[] => [
  ...new Set(values.filter((value): value is Value => value !== null && value !== undefined)),
];

/**
 * Client as a screening subject: every current and other name, the date of birth, and each country of citizenship,
 * residence or registration. A business can be listed as a body or a company.
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
 * Fingerprint of the values that affect a subject's score: equal while name, date of birth, countries and numbers are
 * unchanged.
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
