import { BackupFault, shownName } from './backup-fault.ts';

export const headerName = 'backup.json';
export const manifestName = 'manifest.json';
export const signatureName = 'manifest.signature.json';

/** What an entry of a backup holds, as its name says. */
export type EntryPlace =
  | { kind: 'header' }
  | { kind: 'rows'; table: string; batch: number }
  /** `key` is the file's key in the storage. */
  | { kind: 'file'; key: string }
  | { kind: 'manifest' }
  | { kind: 'signature' };

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
/** Keys of documents' files: `<company id>/<document id>/file`, and `…/thumbnail`. */
const filePattern = new RegExp(`^files/(${uuid}/${uuid}/(?:file|thumbnail))$`);
const rowsPattern = /^rows\/([a-z][a-z0-9_]{0,62})\/([0-9]{8})\.json$/;

export const rowsName = (table: string, batch: number): string =>
  `rows/${table}/${String(batch).padStart(8, '0')}.json`;
export const fileName = (key: string): string => `files/${key}`;

/** Why a name is none of a backup's. */
function findNameFault(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  if (/[\u0000-\u001f\u007f]/.test(name)) return 'has a control character';
  if (name.includes('\\')) return 'has a backslash';
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name)) return 'is an absolute path';
  if (name.split('/').includes('..')) return 'leads out of its folder';
  return 'is none that Assay writes';
}

/** Reads the name of an entry. @throws BackupFault for a name that Assay does not write, with the reason. */
export function parseEntryName(name: string): EntryPlace {
  if (name === headerName) return { kind: 'header' };
  if (name === manifestName) return { kind: 'manifest' };
  if (name === signatureName) return { kind: 'signature' };
  const [, table, batch] = rowsPattern.exec(name) ?? [];
  if (table !== undefined) return { kind: 'rows', table, batch: Number(batch) };
  const key = filePattern.exec(name)?.[1];
  if (key !== undefined) return { kind: 'file', key };
  throw new BackupFault(`The name of the entry ${shownName(name)} ${findNameFault(name)}.`);
}

const ranks: Record<EntryPlace['kind'], number> = { header: 0, rows: 1, file: 2, manifest: 3, signature: 4 };

/**
 * Whether an entry may follow another: header, rows by table and batch without gaps, files by key, manifest, signature. Each name has one
 * place in this order, so that none can be there twice.
 */
export function mayFollow(before: EntryPlace | undefined, next: EntryPlace): boolean {
  if (before === undefined) return next.kind === 'header';
  if (next.kind === 'rows') {
    if (before.kind === 'rows' && before.table === next.table) return next.batch === before.batch + 1;
    return (
      next.batch === 1 && (before.kind === 'header' || (before.kind === 'rows' && before.table < next.table))
    );
  }
  if (next.kind === 'file' && before.kind === 'file') return before.key < next.key;
  // Nothing stands between the manifest and its signature.
  if (next.kind === 'signature') return before.kind === 'manifest';
  return ranks[before.kind] < ranks[next.kind];
}
