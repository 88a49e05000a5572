import type { z } from 'zod';
import type { RowFinding } from '#contract/clients/client-import.ts';
import { clientInput } from '#contract/clients/client-input.ts';
import { readImportRow } from '#rules/clients/client-import-cells.ts';
import { type ImportField, importFieldLabels, importFields } from '#rules/clients/client-import-columns.ts';
import type { CalendarDate } from '#rules/dates/calendar-dates.ts';
import { foldName, sortName } from '#rules/name-matching/name-normalisation.ts';
import { detailQuestions } from '../confirmation-checks.ts';
import { type ClientDetails, getNames } from '../record/client-record.ts';
import type { ImportRecord } from './store.ts';

/** The company's members by possible names in a file. */
export type PeopleByName = ReadonlyMap<string, string>;

/** A row as a client's details, or its problems. */
export interface ReadClient {
  details: ClientDetails | undefined;
  /** What of the name will not be stored. */
  leftOut: string[];
  finding: RowFinding;
}

export const personKey = (name: string) => foldName(name);

/** The mapping's field for a path of the client's form. */
function getPathField(path: string): ImportField | null {
  if (/^addresses(?:\.[1-9]|$)/.test(path)) return 'otherAddresses';
  const last =
    path
      .replace(/\.\d+(?=\.|$)/g, '')
      .split('.')
      .at(-1) ?? '';
  if (last === 'countryCode') return 'addressCountry';
  if (last === 'kind') return 'addressKind';
  if (last === 'responsibleMemberId') return 'responsible';
  return importFields.find((field) => field === last) ?? null;
}

/** Problems by the headings of the file. */
export function columnProblems(
  problems: readonly { field: ImportField | null; sentence: string }[],
  { headings, mapping }: Pick<ImportRecord, 'headings' | 'mapping'>,
): RowFinding['problems'] {
  return problems.map(({ field, sentence }) => {
    const place = field === null ? -1 : (mapping?.columns.indexOf(field) ?? -1);
    return { column: headings[place] ?? (field === null ? null : importFieldLabels[field]), sentence };
  });
}

/** Sentences by path of a form as problems by field. */
export function getFieldProblems(fields: Record<string, string[]>) {
  return Object.entries(fields).flatMap(([path, sentences]) =>
    sentences.map((sentence) => ({ field: getPathField(path), sentence })),
  );
}

function getResponsible(
  name: string | undefined,
  people: PeopleByName,
  otherwise: string | null,
): { id: string | undefined; problem?: string } {
  if (name === undefined) return { id: otherwise ?? undefined };
  const id = people.get(personKey(name));
  return id === undefined
    ? { id: undefined, problem: 'No active team member has this name or email address' }
    : { id };
}

const singleNameQuery =
  'Only one name was found. Select the row if this person has a single name, or add the missing names';

/** Reads a row of cells by an import's mapping, and checks it by the same contract as the form. `today`: the company's. */
export function readClientRow(
  cells: readonly string[],
  record: Pick<ImportRecord, 'headings' | 'mapping'>,
  people: PeopleByName,
  today: CalendarDate,
): ReadClient {
  const { mapping, headings } = record;
  if (mapping === null) throw new Error('A row is read by the mapping of its import.');
  const read = readImportRow(cells, { ...mapping, headings });
  const responsible = getResponsible(read.responsible, people, mapping.responsibleMemberId);
  const parsed = clientInput.safeParse({ ...read.input, responsibleMemberId: responsible.id });
  const unread = new Set(read.problems.map(({ field }) => field));
  const problems = [
    ...read.problems,
    ...(responsible.problem ? [{ field: 'responsible' as const, sentence: responsible.problem }] : []),
    ...(parsed.error?.issues ?? [])
      .map(({ path, message }) => ({ field: getPathField(path.join('.')), sentence: message }))
      // Unreadable values are not also reported as missing.
      .filter(({ field }) => field === null || !unread.has(field)),
  ];
  const { individual, business } = read.input as {
    individual?: { givenNames?: string; familyName?: string };
    business?: { legalName?: string };
  };
  const shown = parsed.success
    ? (getNames(parsed.data)[0] ?? '')
    : [individual?.givenNames, individual?.familyName, business?.legalName].filter(Boolean).join(' ');
  const details = problems.length === 0 && parsed.success ? parsed.data : undefined;
  const asks = [
    ...(read.hasOneName ? [singleNameQuery] : []),
    ...read.asks,
    ...(details === undefined ? [] : detailQuestions(details, null, today).map(({ text }) => text)),
  ];
  return {
    details: details === undefined ? undefined : withoutConfirmations(details),
    leftOut: read.leftOut,
    finding: {
      name: shown.slice(0, 400),
      clientType: read.input.clientType,
      problems: columnProblems(problems, record),
      asks,
      duplicates: [],
    },
  };
}

function withoutConfirmations({
  confirmations: _confirmations,
  ...details
}: z.output<typeof clientInput>): ClientDetails {
  return details;
}

/** Keys by which two rows of one file are duplicates: numbers, email, phone, reference and sort name. */
export function getDuplicateKeys(details: ClientDetails): string[] {
  const part = details.business ?? details.individual;
  const numbers = ['nzbn', 'nzCompanyNumber', 'abn', 'acn', 'arbn'] as const;
  const values = part as { [K in (typeof numbers)[number]]?: string } | undefined;
  const name = details.individual
    ? sortName({ kind: 'individual', ...details.individual })
    : sortName({ kind: 'business', legalName: details.business?.legalName ?? '' });
  return [
    `name ${name}`,
    ...numbers.flatMap((type) => (values?.[type] ? [`${type} ${values[type]}`] : [])),
    ...(details.email ? [`email ${details.email}`] : []),
    ...(details.phone ? [`phone ${details.phone}`] : []),
    ...(details.externalId ? [`externalId ${details.externalId}`] : []),
  ];
}
