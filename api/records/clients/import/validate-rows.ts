import type { RowFinding } from '#contract/clients/client-import.ts';
import { getClientKind } from '#rules/clients/client-types.ts';
import { compareForDuplicate, likelyDuplicates } from '#rules/clients/duplicates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import { comparable, comparableRecord, sharedValues } from '../confirmation-checks.ts';
import { detailProblems } from '../field-checks.ts';
import { clientsNamedLike } from '../list/similar-names.ts';
import { type ClientDetails, getNames } from '../record/client-record.ts';
import { type Lookup, lookupClients, readClientsById } from '../record/store.ts';
import {
  columnProblems,
  getDuplicateKeys,
  getFieldProblems,
  type PeopleByName,
  type ReadClient,
  readClientRow,
} from './read-row.ts';
import { type CheckedRow, type ImportRecord, type RowRecord, rowsLike, saveRowFindings } from './store.ts';

type Existing = ReturnType<typeof comparableRecord>;

/** Stored clients compared with each row of a batch, and maximum duplicates shown per row. */
const likePerRow = 10;
const visibleDuplicates = 3;

/** Clients that could be the same as one of these, by numbers, contacts, references and names. */
async function existingLike(trx: Trx, all: readonly ClientDetails[]): Promise<Existing[]> {
  const lookUps: Lookup[] = all.flatMap((details) => [
    ...sharedValues(details),
    ...(details.externalId === undefined
      ? []
      : [{ column: 'external_id' as const, value: details.externalId }]),
  ]);
  const named = (kind: 'individual' | 'business') => {
    const names = all
      .filter(({ clientType }) => getClientKind(clientType) === kind)
      .flatMap((details) => getNames(details).slice(0, 1));
    return names.length === 0 ? [] : clientsNamedLike(trx, names, kind, likePerRow * names.length);
  };
  const ids = new Set([
    ...(await lookupClients(trx, lookUps, likePerRow)),
    ...(await named('individual')),
    ...(await named('business')),
  ]);
  return (await readClientsById(trx, [...ids])).map(comparableRecord);
}

/** Who imports, and when. */
interface Importing {
  caller: MemberCaller;
  now: Date;
}

/** A row as it was read, refused for what its details alone show to be wrong. */
function refuseDetails(read: ReadClient, { caller, now }: Importing, record: ImportRecord): ReadClient {
  if (read.details === undefined) return read;
  const fields = detailProblems(read.details, null, caller, now);
  const problems = columnProblems(getFieldProblems(fields), record);
  return problems.length === 0
    ? read
    : { ...read, details: undefined, finding: { ...read.finding, problems } };
}

/** Earlier rows of the file that are likely the same client. */
function duplicatesInFile(
  { number, details }: { number: number; details: ClientDetails },
  keys: readonly string[],
  others: readonly { number: number; details: ClientDetails; keys: readonly string[]; name: string }[],
): RowFinding['duplicates'] {
  return others
    .filter((other) => other.number < number && other.keys.some((key) => keys.includes(key)))
    .map((other) => ({
      other,
      finding: compareForDuplicate(comparable(details), comparable(other.details)),
    }))
    .filter(({ finding }) => finding.likely)
    .map(({ other, finding }) => ({
      clientId: null,
      row: other.number,
      name: other.name,
      reasons: finding.reasons.map(({ text }) => text),
    }));
}

function savedDuplicates(details: ClientDetails, existing: readonly Existing[]): RowFinding['duplicates'] {
  return likelyDuplicates(comparable(details), existing).map(({ client: { client }, finding }) => ({
    clientId: client.id,
    row: null,
    name: client.displayName,
    reasons: finding.reasons.map(({ text }) => text),
  }));
}

/**
 * Checks a batch of rows with the validation of the form, and against the stored clients and the earlier rows of the file. A row
 * with a likely duplicate or a warning needs confirmation; an error rejects it.
 */
export async function checkRows(
  trx: Trx,
  importing: Importing,
  record: ImportRecord,
  rows: readonly RowRecord[],
  people: PeopleByName,
): Promise<void> {
  const today = companyDay(importing.now, importing.caller.company.timeZone);
  const readRow = ({ cells }: RowRecord) => readClientRow(cells, record, people, today);
  const reads = rows.map((row) => ({
    number: row.number,
    ...refuseDetails(readRow(row), importing, record),
  }));
  const sound = reads.flatMap(({ number, details, finding }) =>
    details === undefined ? [] : [{ number, details, keys: getDuplicateKeys(details), name: finding.name }],
  );
  const existing = await existingLike(
    trx,
    sound.map(({ details }) => details),
  );
  const earlier = (
    await rowsLike(trx, record.id, [...new Set(sound.flatMap(({ keys }) => keys))], 20 * rows.length)
  ).flatMap((row) => {
    const { details, finding } = readRow(row);
    return details === undefined
      ? []
      : [{ number: row.number, details, keys: row.likeness_keys, name: finding.name }];
  });
  const others = [...earlier, ...sound];
  const usedReferences = new Set(existing.map(({ client }) => client.externalId));
  const checked = reads.map((read): CheckedRow => {
    const { number, details, finding } = read;
    const own = sound.find((item) => item.number === number);
    if (details === undefined || own === undefined) {
      return { number, state: 'refused', finding, similarityKeys: [] };
    }
    const reference = details.externalId;
    const before = others.find(
      (other) => other.number < number && other.keys.includes(`externalId ${reference}`),
    );
    const fault =
      reference === undefined
        ? undefined
        : usedReferences.has(reference)
          ? 'Another client has this reference already'
          : before && `Row ${before.number} of the file has this reference already`;
    if (fault !== undefined) {
      const problems = columnProblems([{ field: 'externalId', sentence: fault }], record);
      return { number, state: 'refused', finding: { ...finding, problems }, similarityKeys: own.keys };
    }
    const duplicates = [
      ...savedDuplicates(details, existing),
      ...duplicatesInFile({ number, details }, own.keys, others),
    ].slice(0, visibleDuplicates);
    const state = duplicates.length > 0 || finding.asks.length > 0 ? 'asks' : 'ready';
    return { number, state, finding: { ...finding, duplicates }, similarityKeys: own.keys };
  });
  await saveRowFindings(trx, record.id, checked);
}
