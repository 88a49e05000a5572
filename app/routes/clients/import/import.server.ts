import { redirect } from '@remix-run/node';
import {
  type ClientImport,
  type ImportMapping,
  type ImportRow,
  listClientImports,
  listImportRows,
  readClientImport,
  rowStates,
} from '#contract/clients/client-import.ts';
import { listMembers } from '#contract/company/accounts.ts';
import {
  guessColumns,
  type ImportField,
  importFieldLabels,
  importFields,
  isRedundantColumn,
  notSavedOfNames,
} from '#rules/clients/client-import-columns.ts';
import { clientTypeLabels } from '#rules/clients/client-types.ts';
import { findDamage } from '#rules/clients/damaged-letters.ts';
import { countries } from '#rules/countries.ts';
import { clientImportUrl } from '#rules/pages/client-list-pages.ts';
import { formatInstant } from '../../../components/format-instant.server.ts';
import { newRequestKey } from '../../../components/forms/form-result.server.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';
import { requirePermission } from '../../../session/permissions.server.ts';
import { type EditableCell, needsCorrection } from './editable-cell.ts';
import { leftOut } from './left-out.ts';

/** Rejected rows shown on a page to correct. */
export const rowsToCorrect = 20;

/** Whether rows are being worked on. */
export const isWorking = ({ status }: ClientImport) => status === 'checking' || status === 'importing';

/** A formatted row of the review. */
export interface ReviewLine {
  /** Cells that can be corrected here, those with a problem first; empty for a row that is imported. */
  editable: EditableCell[];
  number: number;
  state: ImportRow['state'];
  chosen: boolean;
  name: string;
  type: string;
  /** What will be stored by labels, or the filled cells by headings of a row that cannot be imported. */
  values: { label: string; text: string }[];
  /** The parts of a person's name as they will be stored; blank for others. */
  nameParts: string;
  problems: string[];
  /** What is doubtful, with what to do about it; empty for a row that is imported. */
  asks: string[];
  duplicates: { href: string | null; name: string; reasons: string }[];
  clientId: string | null;
}

/** Likely text of a cell whose letters an encoding damaged; a letter that was lost altogether is not guessed. */
const getLikely = (text: string) => (text.includes('?') ? null : (findDamage(text)?.likely ?? null));

function getEditableCells(
  { state, cells, finding }: ImportRow,
  { headings, mapping }: ClientImport,
): EditableCell[] {
  if (state !== 'refused' && state !== 'asks') return [];
  return headings
    .map((heading, place) => ({
      place,
      heading,
      text: cells[place] ?? '',
      likely: mapping?.columns[place] ? getLikely(cells[place] ?? '') : null,
      problems: (finding?.problems ?? [])
        .filter(({ column }) => column === heading && headings.indexOf(heading) === place)
        .map(({ sentence }) => sentence),
    }))
    .filter(({ place, problems }) => problems.length > 0 || mapping?.columns[place])
    .sort((a, b) => Number(needsCorrection(b)) - Number(needsCorrection(a)));
}

/** Labels of a person's name in the values to be saved; a title that is not saved shows beside them. */
const nameLabels: readonly string[] = [
  importFieldLabels.givenNames,
  importFieldLabels.middleNames,
  importFieldLabels.familyName,
  notSavedOfNames,
];

function getLine(row: ImportRow, shown: ClientImport, isCorrecting: boolean): ReviewLine {
  const { number, state, chosen, cells, finding, clientId } = row;
  const { headings } = shown;
  const editable = isCorrecting ? getEditableCells(row, shown) : [];
  return {
    editable,
    number,
    state,
    chosen,
    clientId,
    name: finding?.name || 'No name',
    type: finding ? clientTypeLabels[finding.clientType] : '',
    values:
      row.values.length > 0
        ? row.values
        : headings
            .map((heading, place) => ({ label: heading, text: (cells[place] ?? '').trim() }))
            .filter(({ text }) => text !== ''),
    nameParts: row.values
      .filter(({ label }) => nameLabels.includes(label))
      .map(({ label, text }) => `${label}: ${text}`)
      .join(' · '),
    // Those of a cell that can be corrected are shown beside it.
    problems: (finding?.problems ?? [])
      .filter(
        ({ column, sentence }) =>
          !editable.some(({ heading, problems }) => heading === column && problems.includes(sentence)),
      )
      .map(({ column, sentence }) => (column === null ? sentence : `${column}: ${sentence}`)),
    asks: state === 'imported' ? [] : (finding?.asks ?? []),
    duplicates: (finding?.duplicates ?? []).map(({ clientId: id, row, name, reasons }) => ({
      href: id === null ? null : `/clients/${id}`,
      name: row === null ? name : `row ${row} of the file, ${name}`,
      reasons: reasons.join(', '),
    })),
  };
}

/** The mapping as the page shows it: each column with a field, `leftOut`, or nothing. */
interface ShownMapping extends Pick<ImportMapping, 'clientType' | 'responsibleMemberId'> {
  columns: string[];
  country: string;
  /** Answers about columns of dates, by their fields. */
  dateOrders: Record<string, string | undefined>;
  dateNumberings: Record<string, string | undefined>;
}

/**
 * The column mapping: the saved one, else what the company last chose for the headings, else guessed from them. A column that
 * neither knows has no value: a person says what it is, so that no column is skipped unseen.
 */
function getMapping({ mapping, headings, remembered }: ClientImport, country: string): ShownMapping {
  const unasked = { dateOrders: {}, dateNumberings: {} };
  if (mapping) return { ...unasked, ...mapping, columns: mapping.columns.map((field) => field ?? leftOut) };
  const chosen = new Map(remembered?.columns.map(({ place, field }) => [place, field ?? leftOut]));
  const taken = new Set<string>(chosen.values());
  const guessed = guessColumns(headings);
  const columns = guessed.map((field, place) => {
    const before = chosen.get(place);
    if (before !== undefined) return before;
    if (field !== null && !taken.has(field)) return field;
    return isRedundantColumn(headings[place] ?? '', guessed) ? leftOut : '';
  });
  if (remembered) {
    const { clientType, country: lastCountry, responsibleMemberId } = remembered;
    return { ...unasked, columns, clientType, country: lastCountry, responsibleMemberId };
  }
  const clientType =
    columns.includes('legalName') && !columns.includes('familyName') ? 'company' : 'individual';
  return { ...unasked, columns, clientType, country, responsibleMemberId: null };
}

async function readReview(args: MemberArgs, shown: ClientImport) {
  const state = rowStates.find((known) => known === args.url.searchParams.get('rows'));
  const after = Number(args.url.searchParams.get('after') ?? 0) || 0;
  const params = { id: shown.id };
  const isCorrecting = state === 'refused' || (state === 'asks' && args.url.searchParams.has('correct'));
  const { rows, nextAfter } = await args.api.call(listImportRows, {
    params,
    query: { ...(state ? { state } : {}), after, limit: isCorrecting ? rowsToCorrect : 50 },
  });
  const leftOutColumns = shown.headings.filter((_, place) => shown.mapping?.columns[place] === null);
  const lines = rows.map((row) => getLine(row, shown, isCorrecting));
  return { leftOutColumns, lines, nextAfter, state: state ?? null, isCorrecting };
}

/** Data of the import screen: the imports in progress, or one of them at its step. */
export async function readImportScreen(args: MemberArgs) {
  const { api, me, url, requestId } = args;
  const session = await me();
  requirePermission(session, 'records.write', requestId);
  const id = url.searchParams.get('import');
  const requestKey = newRequestKey();
  const { timeZone } = session.company;
  if (id === null) {
    const { imports } = await api.call(listClientImports, {});
    const started = imports
      .filter(({ status }) => status !== 'staging')
      .map(({ createdAt, createdBy, ...clientImport }) => ({
        ...clientImport,
        begun: `${formatInstant(createdAt, timeZone)}, ${createdBy.name}`,
      }));
    return { step: 'upload' as const, started, requestKey };
  }
  const clientImport = await api.call(readClientImport, { params: { id } });
  const isQueried = url.searchParams.get('confirm') === 'discard';
  const isMapping = clientImport.status === 'mapping' || url.searchParams.get('step') === 'columns';
  if (clientImport.status === 'discarded' || clientImport.status === 'staging')
    throw redirect(clientImportUrl());
  if (isMapping && (clientImport.status === 'mapping' || clientImport.status === 'review') && !isQueried) {
    const { members } = await api.call(listMembers, {});
    const country = session.company.billingCountryCode;
    return {
      step: 'columns' as const,
      shown: clientImport,
      mapping: getMapping(clientImport, country),
      members: members.filter(({ active }) => active).map(({ id: value, name }) => ({ value, label: name })),
      countries: countries.map(({ code, name }) => ({ value: code, label: name })),
      headingsKey: newRequestKey(),
      fields: importFields.map((value: ImportField) => ({ value, label: importFieldLabels[value] })),
      requestKey,
    };
  }
  if (isWorking(clientImport)) return { step: 'progress' as const, shown: clientImport, requestKey };
  const review = await readReview(args, clientImport);
  return {
    step: clientImport.status === 'done' ? ('done' as const) : ('review' as const),
    shown: clientImport,
    ...review,
    isQueried,
    requestKey,
  };
}

export type ImportScreenData = Awaited<ReturnType<typeof readImportScreen>>;
