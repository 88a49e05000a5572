import { z } from 'zod';
import type {
  BirthDateMatching,
  ListedEntity,
  ListingTopic,
  ScreeningSchema,
  ScreeningSubject,
} from '#rules/screening/screening-records.ts';
import { alpha3ByAlpha2 } from '../screening-lists/parsing/country-codes.ts';
import {
  addBirthText,
  addCountry,
  addIdentifier,
  addName,
  addTexts,
  namesInOrder,
  newDraft,
} from '../screening-lists/parsing/entity-draft.ts';
import { newFormatReading } from '../screening-lists/parsing/list-format.ts';

/**
 * OpenSanctions' matching API as implemented by yente: `POST /match/{dataset}`. Source: repository opensanctions/yente,
 * routers/match.py and data/common.py, August 2026.
 */

const texts = z.array(z.string()).catch([]);

const result = z.object({
  id: z.string().min(1),
  caption: z.string(),
  schema: z.string(),
  properties: z.record(z.string(), texts),
  datasets: texts.default([]),
  score: z.number(),
  /** Numbers in older versions, objects with a `score` in newer ones. */
  explanations: z.record(z.string(), z.unknown()).optional(),
  features: z.record(z.string(), z.unknown()).optional(),
});
export type YenteResult = z.infer<typeof result>;

export const matchResponse = z.object({
  responses: z.record(
    z.string(),
    z.object({ status: z.number().default(200), results: z.array(result).default([]) }),
  ),
});

export const catalogResponse = z.object({
  datasets: z.array(
    z.object({
      name: z.string(),
      title: z.string().nullish(),
      version: z.string().nullish(),
      updated_at: z.string().nullish(),
      entity_count: z.number().int().nullish(),
    }),
  ),
});

const alpha2ByAlpha3 = new Map([...alpha3ByAlpha2].map(([two, three]) => [three, two.toLowerCase()]));

const schemaLabels: Record<ScreeningSchema, string> = {
  Person: 'Person',
  Organization: 'Organization',
  LegalEntity: 'LegalEntity',
  Vessel: 'Vessel',
  Aircraft: 'Airplane',
};

const schemaByName: Record<string, ScreeningSchema> = {
  Person: 'Person',
  Organization: 'Organization',
  Company: 'Organization',
  PublicBody: 'Organization',
  LegalEntity: 'LegalEntity',
  Vessel: 'Vessel',
  Airplane: 'Aircraft',
};

function birthDateSent(date: string | undefined, matching: BirthDateMatching): string[] {
  if (date === undefined || matching === 'off') return [];
  return [matching === 'sameYear' ? date.slice(0, 4) : date];
}

/** A subject as a query. */
export function getQuery(subject: ScreeningSubject, matching: BirthDateMatching) {
  const countries = subject.countries.flatMap((code) => alpha2ByAlpha3.get(code) ?? []);
  const isPerson = subject.schema === 'Person';
  const birthDate = birthDateSent(subject.birthDate, matching);
  const numbers = subject.identifiers.map(({ number }) => number);
  return {
    schema: schemaLabels[subject.schema],
    properties: {
      name: subject.names,
      ...(birthDate.length > 0 ? { birthDate } : {}),
      ...(countries.length > 0 ? { [isPerson ? 'nationality' : 'jurisdiction']: countries } : {}),
      ...(subject.gender === undefined ? {} : { gender: [subject.gender] }),
      ...(numbers.length > 0 ? { [isPerson ? 'idNumber' : 'registrationNumber']: numbers } : {}),
    },
  };
}

function getTopic(topic: string): ListingTopic {
  if (topic.startsWith('sanction')) return 'sanction';
  if (topic === 'role.pep' || topic === 'role.pol') return 'pep';
  if (topic === 'role.rca') return 'rca';
  if (topic.startsWith('crime') || topic === 'wanted') return 'crime';
  return topic.startsWith('reg.') ? 'adverseMedia' : 'other';
}

const numberProperties: Record<string, string> = {
  passportNumber: 'Passport',
  idNumber: 'Identification number',
  nationalId: 'National identification number',
  taxNumber: 'Tax number',
  registrationNumber: 'Registration number',
  leiCode: 'LEI',
  imoNumber: 'IMO number',
  innCode: 'INN',
  ogrnCode: 'OGRN',
};

/** The service states years in full: two digits would be of the last century. */
const centuryEnd = '1999-12-31';

/** A result as a listed entity. */
export function getResultEntity({ id, caption, schema, properties, datasets }: YenteResult): ListedEntity {
  const draft = newDraft(id, schemaByName[schema] ?? 'LegalEntity');
  const row = { reading: newFormatReading(centuryEnd), line: 1 };
  const values = (...names: string[]) => names.flatMap((name) => properties[name] ?? []);
  addName(draft, caption, 'primary');
  for (const name of values('name', 'alias', 'previousName')) addName(draft, name, 'alias');
  for (const name of values('weakAlias', 'abbreviation')) addName(draft, name, 'weakAlias');
  for (const date of values('birthDate')) addBirthText(draft, date, row);
  addTexts(draft.birthPlaces, ...values('birthPlace'));
  for (const code of values('nationality', 'citizenship', 'country', 'jurisdiction')) {
    addCountry(draft, /^[a-z]{2}$/.test(code) ? code.toUpperCase() : code, row);
  }
  const [gender] = values('gender');
  if (gender === 'male' || gender === 'female') draft.gender = gender;
  for (const [property, type] of Object.entries(numberProperties)) {
    for (const number of values(property)) addIdentifier(draft, { type, number });
  }
  addTexts(draft.addresses, ...values('address'));
  draft.topics = [...new Set(values('topics').map(getTopic))];
  if (draft.topics.length === 0) draft.topics.push('other');
  addTexts(draft.programmes, ...values('programId', 'program'), ...datasets);
  const remarks = values('notes', 'position').join('. ');
  return {
    ...draft,
    names: draft.names.length > 0 ? namesInOrder(draft.names) : [{ text: id, quality: 'primary' }],
    ...(remarks === '' ? {} : { remarks }),
  };
}

function numberIn(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'object' || value === null || !('score' in value)) return undefined;
  return typeof value.score === 'number' ? value.score : undefined;
}

/** Formats the service's scores of a result: `name match 0.93, country mismatch -0.2`. */
export function formatExplanation({ explanations, features }: YenteResult): string {
  const phrases = Object.entries(explanations ?? features ?? {}).flatMap(([name, value]) => {
    const figure = numberIn(value);
    return figure === undefined || figure === 0
      ? []
      : [`${name.replaceAll('_', ' ')} ${Math.round(figure * 100) / 100}`];
  });
  return phrases.slice(0, 12).join(', ');
}
