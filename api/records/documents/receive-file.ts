import { createReadStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { v7 as uuidv7 } from 'uuid';
import {
  displayFileName,
  type FileKind,
  mimeTypes,
  type Sniffed,
  sniff,
  sniffedBytes,
  storageFileName,
} from '#rules/documents/file-kinds.ts';
import { maxFileBytes } from '#rules/documents/file-limits.ts';
import type { FileScanner, ScanResult } from '../../integrations/file-scanner/file-scanner.ts';
import { createFairMutex } from './fair-mutex.ts';
import { type FileBytes, fileBytes, type Inspection } from './inspection/file-bytes.ts';
import { inspectHeic } from './inspection/heic.ts';
import { inspectJpeg } from './inspection/jpeg.ts';
import { inspectPdf } from './inspection/pdf.ts';
import { inspectPng } from './inspection/png.ts';
import type { DecodingLimits } from './pictures/decode-heic.ts';
import { renderPicture } from './pictures/thumbnails.ts';
import { hashFile, type StagedFile, stageFile } from './staging.ts';
import type { FileStorage } from './storage.ts';

/** Dependencies of storing files, besides the database. */
export interface DocumentFiles {
  storage: FileStorage;
  /** Local folder for staged files during inspection. */
  incomingFolder: string;
  /** Scans files for malware; without it they are not scanned. */
  scanner?: FileScanner | undefined;
  /** Limits of decoding HEIC pictures, other than the usual ones. */
  decodingLimits?: Partial<DecodingLimits>;
}

/** An inspected and accepted file, not stored yet. */
export interface AcceptedFile {
  ok: true;
  field: string;
  fileName: string;
  kind: FileKind;
  size: number;
  receivedSha256: string;
  sha256: string;
  /** The picture to display: of a HEIC in place of the file, else small. A JPEG. */
  thumbnail: Buffer | undefined;
  path: string;
  scan: Pick<ScanResult, 'status' | 'threat'>;
}

/** A rejected file, with the reason as a message. */
export interface RejectedFile {
  ok: false;
  field: string;
  fileName: string;
  message: string;
  receivedSha256: string;
}

export type ExaminedFile = AcceptedFile | RejectedFile;

const notScanned = { status: 'notScanned', threat: null } as const;

/**
 * Pictures and documents are inspected one at a time, so that 200 concurrent ones take the memory of one; each sender's in turn, so that a
 * sender of many does not make others wait for all of them.
 */
const sequentially = createFairMutex();

const inspections: Record<FileKind, (file: FileBytes) => Promise<Inspection>> = {
  pdf: inspectPdf,
  jpeg: inspectJpeg,
  png: inspectPng,
  heic: inspectHeic,
};

function notTaken(looksLike: string | undefined): string {
  const what = looksLike === undefined ? 'is not a supported file type' : `is ${looksLike}`;
  return `${what}. Add a PDF, or a JPG, PNG or HEIC picture.`;
}

type Examined = { kind: FileKind; isChanged: boolean; size: number; drawable: boolean } | { message: string };

async function examine(path: string): Promise<Examined> {
  const handle = await open(path, 'r+');
  try {
    const bytes = await fileBytes(handle);
    const found: Sniffed = sniff(await bytes.read(0, sniffedBytes));
    if (found.kind === undefined) return { message: notTaken(found.looksLike) };
    const inspection = await inspections[found.kind](bytes);
    if (!inspection.ok) return { message: inspection.message };
    const { isChanged, size } = bytes;
    return { kind: found.kind, isChanged, size, drawable: inspection.drawable };
  } finally {
    await handle.close();
  }
}

/**
 * Receives one file: size limit, type by content, forbidden content, location removed from pictures, both digests, a
 * picture to display, a scan for malware. The only intake for files, from any sender. Stores nothing yet; the caller removes `path`
 * (`discardFiles`).
 * @throws the stream's error, leaving nothing behind.
 */
export async function receiveFile(
  { incomingFolder, scanner, decodingLimits: limits }: DocumentFiles,
  {
    field,
    fileName,
    stream,
    senderId = '',
  }: { field: string; fileName: string; stream: Readable; senderId?: string },
): Promise<ExaminedFile> {
  const staged: StagedFile = await stageFile(incomingFolder, stream, maxFileBytes);
  const { path, sha256: receivedSha256 } = staged;
  const rejectFile = async (message: string): Promise<RejectedFile> => {
    await rm(path, { force: true });
    const displayName = displayFileName(fileName);
    return { ok: false, field, fileName: displayName, message: `${displayName} ${message}`, receivedSha256 };
  };
  try {
    if (staged.isTooLarge)
      return await rejectFile('is larger than 10 MB. Reduce its size, or add it in parts.');
    if (staged.size === 0) return await rejectFile('is empty: it has 0 bytes. Select the file again.');
    const accepted = await sequentially(senderId, async () => {
      const examined = await examine(path);
      if ('message' in examined) return rejectFile(examined.message);
      const { kind, isChanged, size, drawable } = examined;
      const rendering = drawable ? await renderPicture(path, { kind, limits }) : { picture: undefined };
      if ('message' in rendering) return rejectFile(rendering.message);
      return {
        ok: true,
        field,
        fileName: storageFileName(fileName, kind),
        kind,
        size,
        receivedSha256,
        sha256: isChanged ? await hashFile(path) : receivedSha256,
        thumbnail: rendering.picture,
        path,
        scan: notScanned,
      } satisfies AcceptedFile;
    });
    if (!accepted.ok || scanner === undefined) return accepted;
    const scan = await scanner.scan(createReadStream(path));
    // Nothing of an infected file is displayed.
    return { ...accepted, scan, ...(scan.status === 'infected' ? { thumbnail: undefined } : {}) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

/** Removes staged files. */
export async function discardFiles(files: readonly ExaminedFile[]): Promise<void> {
  await Promise.all(files.map((file) => (file.ok ? rm(file.path, { force: true }) : undefined)));
}

/** An accepted file under its keys in the storage; a row may now name it. */
export interface StoredFile extends AcceptedFile {
  id: string;
  storageKey: string;
  thumbnailKey: string | null;
}

/** Key of a document's thumbnail in the storage. */
export const thumbnailKeyOf = (companyId: string, id: string) => `${companyId}/${id}/thumbnail`;

/** Writes a file and its thumbnail to the storage, under keys that no row refers to yet. */
export async function storeFile(
  { storage }: DocumentFiles,
  file: AcceptedFile,
  { companyId, now }: { companyId: string; now: Date },
): Promise<StoredFile> {
  const id = uuidv7({ msecs: now.getTime() });
  const storageKey = `${companyId}/${id}/file`;
  const thumbnailKey = file.thumbnail === undefined ? null : thumbnailKeyOf(companyId, id);
  await storage.put(storageKey, file.path, mimeTypes[file.kind]);
  if (file.thumbnail !== undefined && thumbnailKey !== null) {
    await storage.putBytes(thumbnailKey, file.thumbnail, 'image/jpeg');
  }
  return { ...file, id, storageKey, thumbnailKey };
}

/** Removes stored files without a row. Files that cannot be removed now are deleted by the sweep. */
export async function unstoreFiles(
  { storage }: DocumentFiles,
  files: readonly Pick<StoredFile, 'storageKey' | 'thumbnailKey'>[],
): Promise<void> {
  const keys = files.flatMap(({ storageKey, thumbnailKey }) => [
    storageKey,
    ...(thumbnailKey ? [thumbnailKey] : []),
  ]);
  await Promise.allSettled(keys.map((key) => storage.remove(key)));
}
