import { createHash } from 'node:crypto';
import { z } from 'zod';
import { findManifestFault, manifestSignature } from '../../kernel/audit/signed-manifest.ts';
import type { PublicSigningKey } from '../../kernel/audit/signing-keys.ts';
import { digestEntry, type EntryHeader, readArchive } from './archive.ts';
import { BackupFault, damagedBackup, shownName } from './backup-fault.ts';
import {
  type BackupContents,
  type BackupHeader,
  backupContents,
  backupFormat,
  backupHeader,
  backupManifest,
  maxEntryBytes,
} from './backup-format.ts';
import { createEntryList, createListDigest, type EntryList } from './entry-list.ts';
import { type EntryPlace, headerName, mayFollow, parseEntryName } from './entry-names.ts';

/** A backup's file, and whose signatures count. */
export interface BackupSource {
  from: string;
  /** File with the secret key of an encrypted backup. */
  identity?: string | undefined;
  publicKeys: ReadonlyMap<string, PublicSigningKey>;
  /** Also accepts a backup without a signature. */
  isUnsignedAccepted: boolean;
}

/** A backup whose every entry was compared with its manifest. */
export interface CheckedBackup {
  header: BackupHeader;
  contents: BackupContents;
  /** All entries, with the manifest and its signature. */
  entries: EntryList;
  /** Bytes of the contents that the manifest lists. */
  bytes: number;
  manifestSha256: string;
  /** Id of the key whose signature was verified; null for a backup without one. */
  signedBy: string | null;
}

/** The JSON of an entry. @throws BackupFault if it is none of the schema. */
export function parseEntry<T>(schema: z.ZodType<T>, content: Buffer, message?: string): T {
  try {
    return schema.parse(JSON.parse(content.toString()));
  } catch (error) {
    throw message === undefined ? damagedBackup(error) : new BackupFault(message, { cause: error });
  }
}

/** @throws BackupFault if an entry claims more than one of its kind may have. */
export function requireSize(
  { name, size }: EntryHeader,
  place: EntryPlace,
  format: BackupHeader['format'],
): void {
  const max = maxEntryBytes(place, format);
  if (size <= max) return;
  throw new BackupFault(`The entry ${shownName(name)} states ${size} bytes; at most ${max} are read.`);
}

const otherEntries = () =>
  new BackupFault('The entries of the backup are not those that its manifest lists.');

/** Entries before the manifest, as both formats count and list them. */
function createTally() {
  const list = createListDigest();
  // As the manifest of a former version lists them. It is compared as text: parsed, that of 100,000 clients takes a gigabyte.
  const formerList = { hash: createHash('sha256'), length: 0 };
  const total = { count: 0, bytes: 0, files: 0 };
  const tables = new Set<string>();
  return {
    total,
    tables,
    add({ name, size }: EntryHeader, place: EntryPlace, sha256: string) {
      list.add(name, sha256);
      const text = `${total.count === 0 ? '' : ','}${JSON.stringify({ name, size, sha256 })}`;
      formerList.hash.update(text);
      formerList.length += text.length;
      total.count += 1;
      total.bytes += size;
      if (place.kind === 'file') total.files += 1;
      if (place.kind === 'rows') tables.add(place.table);
    },
    end: () => ({
      sha256: list.end(),
      former: { sha256: formerList.hash.digest('hex'), length: formerList.length },
    }),
  };
}
type Tally = ReturnType<typeof createTally>;

/** The contents that a manifest of a former version states. @throws BackupFault if it does not list exactly the entries. */
function readFormerManifest(manifest: Buffer, id: string, { end }: Tally): BackupContents {
  const { former } = end();
  const start = `{"id":"${id}","entries":[`;
  if (manifest.subarray(0, start.length).toString() !== start) throw otherId();
  const listEnd = start.length + former.length;
  const found = createHash('sha256').update(manifest.subarray(start.length, listEnd)).digest('hex');
  if (found !== former.sha256 || manifest.toString('latin1', listEnd, listEnd + 1) !== ']')
    throw otherEntries();
  const rest = Buffer.concat([Buffer.from('{"entries":['), manifest.subarray(listEnd)]);
  return parseEntry(backupContents.extend({ entries: z.array(z.never()) }), rest);
}

const otherId = () => new BackupFault('The manifest is that of another backup.');

/** @throws BackupFault if the manifest does not state exactly what was read before it. */
function compareManifest(manifest: Buffer, { id, format }: BackupHeader, tally: Tally): BackupContents {
  if (format !== backupFormat) return readFormerManifest(manifest, id, tally);
  const { entries, id: statedId, format: _, ...contents } = parseEntry(backupManifest, manifest);
  if (statedId !== id) throw otherId();
  const { count, bytes } = tally.total;
  if (entries.count !== count || entries.bytes !== bytes || entries.sha256 !== tally.end().sha256) {
    throw otherEntries();
  }
  return contents;
}

/** @throws BackupFault if the counts of the manifest are not those of its entries. */
function compareCounts({ rows, files }: BackupContents, { total, tables }: Tally): void {
  const stated = Object.keys(rows).filter((table) => rows[table] !== 0);
  const isSame = stated.length === tables.size && stated.every((table) => tables.has(table));
  if (files !== total.files || !isSame) throw otherEntries();
}

const signatureFaults = {
  kind: 'The signature is that of something else than a backup.',
  manifest: 'The signature is that of another manifest.',
  signature: 'The signature is false: the holder of its key did not make it.',
};

/** @returns the id of the key. @throws BackupFault if it is not a signature of this manifest by one of the keys. */
async function verifySignature(
  manifest: Buffer,
  content: Buffer,
  { publicKeys }: BackupSource,
): Promise<string> {
  const signature = parseEntry(manifestSignature, content, 'The signature of the manifest cannot be read.');
  const fault = await findManifestFault('backup', manifest, signature, publicKeys);
  if (fault === 'key') {
    throw new BackupFault(
      `The backup is signed with the key ${shownName(signature.keyId)}, which is none of the known public keys (${[...publicKeys.keys()].join(', ') || 'none'}). If it is yours, name the file of its public key as --public-key.`,
    );
  }
  if (fault !== null) throw new BackupFault(signatureFaults[fault]);
  return signature.keyId;
}

const unsigned = (reason: string) =>
  new BackupFault(
    `${reason}, so nothing shows that Assay wrote it: a person who changes a backup can recompute its hashes. If you know where it was since it was created, restore it with --unsigned.`,
  );

/** What was read so far. */
interface Reading {
  source: BackupSource;
  tally: Tally;
  entries: EntryList;
  before: EntryPlace | undefined;
  header: BackupHeader | undefined;
  manifest: Buffer | undefined;
  contents: BackupContents | undefined;
  signedBy: string | null;
}

/** The place of the next entry. @throws BackupFault if it may not be there. */
function takePlace({ before, entries }: Reading, { name }: EntryHeader): EntryPlace {
  const place = parseEntryName(name);
  if (mayFollow(before, place)) return place;
  if (entries.hasName(name)) throw new BackupFault(`There are two entries ${shownName(name)}.`);
  throw new BackupFault(
    `The entry ${shownName(name)} is not in its place: entries were removed, added or moved.`,
  );
}

const noBackup = ({ from }: BackupSource) => new BackupFault(`${from} is no backup of Assay.`);

function readHeader(content: Buffer, { from, isUnsignedAccepted }: BackupSource): BackupHeader {
  const header = parseEntry(
    backupHeader,
    content,
    `${from} is no backup that this version of Assay can restore.`,
  );
  if (header.format === backupFormat || isUnsignedAccepted) return header;
  throw unsigned('This backup was made before backups were signed');
}

/** Reads one entry; only header, manifest and signature are held in memory. */
async function readEntry(
  reading: Reading,
  entry: EntryHeader,
  content: AsyncIterable<Buffer>,
): Promise<void> {
  const { source, tally, entries, before } = reading;
  if (before === undefined && entry.name !== headerName) throw noBackup(source);
  const place = takePlace(reading, entry);
  requireSize(entry, place, reading.header?.format ?? backupFormat);
  const isHeld = place.kind !== 'rows' && place.kind !== 'file';
  const { bytes, sha256 } = await digestEntry(entry, content, isHeld);
  if (place.kind === 'header') reading.header = readHeader(bytes, source);
  if (reading.header === undefined) throw damagedBackup();
  if (place.kind === 'manifest') {
    reading.contents = compareManifest(bytes, reading.header, tally);
    compareCounts(reading.contents, tally);
    reading.manifest = bytes;
  } else if (place.kind === 'signature' && reading.manifest !== undefined) {
    reading.signedBy = await verifySignature(reading.manifest, bytes, source);
  } else tally.add(entry, place, sha256);
  entries.add(entry.name, sha256);
  reading.before = place;
}

/**
 * Reads a whole backup and stores nothing: names and order of its entries, the digest of each against the manifest, the manifest's
 * signature. Memory: one chunk, and 48 bytes for each entry.
 *
 * @throws BackupFault with the first thing that is wrong; Error if the file cannot be read or decrypted.
 */
export async function checkBackup(source: BackupSource): Promise<CheckedBackup> {
  const reading: Reading = {
    source,
    tally: createTally(),
    entries: createEntryList(),
    before: undefined,
    header: undefined,
    manifest: undefined,
    contents: undefined,
    signedBy: null,
  };
  await readArchive(source.from, source.identity, (entry, content) => readEntry(reading, entry, content));
  const { header, contents, manifest, entries, signedBy, tally } = reading;
  if (header === undefined) throw noBackup(source);
  if (contents === undefined || manifest === undefined) {
    throw new BackupFault('The backup has no manifest: its end is missing.');
  }
  if (signedBy === null && !source.isUnsignedAccepted) {
    throw unsigned('This backup has no signature, or it was removed');
  }
  const manifestSha256 = createHash('sha256').update(manifest).digest('hex');
  return { header, contents, entries, bytes: tally.total.bytes, manifestSha256, signedBy };
}
