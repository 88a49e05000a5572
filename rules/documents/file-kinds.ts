/** File types that are stored, detected by their first bytes, never by file name. */
const fileKinds = ['pdf', 'jpeg', 'png', 'heic'] as const;
export type FileKind = (typeof fileKinds)[number];

export const mimeTypes = {
  pdf: 'application/pdf',
  jpeg: 'image/jpeg',
  png: 'image/png',
  heic: 'image/heic',
} as const satisfies Record<FileKind, string>;

/** Register responses, stored only by Assay itself, as received, as text. */
export const systemTextMimeType = 'text/plain';

const extensions: Record<FileKind, readonly string[]> = {
  pdf: ['pdf'],
  jpeg: ['jpg', 'jpeg', 'jpe', 'jfif'],
  png: ['png'],
  heic: ['heic', 'heif'],
};

/** Value of a file field's `accept` attribute: helps selection, validates nothing. */
export const acceptedFiles =
  '.pdf,.jpg,.jpeg,.png,.heic,.heif,application/pdf,image/jpeg,image/png,image/heic';

/** Number of bytes that `sniff` reads. */
export const sniffedBytes = 512;

const heicBrands = new Set(['heic', 'heix', 'heim', 'heis']);

/** Types recognised only to be named in the error message. */
const rejectedKinds: readonly { starts: readonly number[]; at?: number; name: string }[] = [
  { starts: [0x50, 0x4b, 0x03, 0x04], name: 'a ZIP archive or an Office document' },
  { starts: [0x50, 0x4b, 0x05, 0x06], name: 'an empty ZIP archive' },
  { starts: [0xd0, 0xcf, 0x11, 0xe0], name: 'an older Office document' },
  { starts: [0x47, 0x49, 0x46, 0x38], name: 'a GIF' },
  { starts: [0x52, 0x49, 0x46, 0x46], name: 'a WebP picture or a sound' },
  { starts: [0x49, 0x49, 0x2a, 0x00], name: 'a TIFF' },
  { starts: [0x4d, 0x4d, 0x00, 0x2a], name: 'a TIFF' },
  { starts: [0x42, 0x4d], name: 'a BMP picture' },
  { starts: [0x1f, 0x8b], name: 'a gzip archive' },
  { starts: [0x52, 0x61, 0x72, 0x21], name: 'a RAR archive' },
  { starts: [0x37, 0x7a, 0xbc, 0xaf], name: 'a 7-Zip archive' },
  { starts: [0x4d, 0x5a], name: 'a program' },
  { starts: [0x7f, 0x45, 0x4c, 0x46], name: 'a program' },
  { starts: [0x66, 0x74, 0x79, 0x70], at: 4, name: 'a video or an unsupported image type' },
];

const startsWith = (head: Uint8Array, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => head[at + index] === byte);

const ascii = (head: Uint8Array, from: number, to: number) => String.fromCharCode(...head.subarray(from, to));

/** Brands of an ISO base media file: the major one, then the compatible ones. ISO/IEC 14496-12, `ftyp`. */
function getBrands(head: Uint8Array): string[] {
  if (ascii(head, 4, 8) !== 'ftyp') return [];
  const size = Math.min(new DataView(head.buffer, head.byteOffset, 4).getUint32(0), head.length);
  const brands = [ascii(head, 8, 12)];
  for (let at = 16; at + 4 <= size; at += 4) brands.push(ascii(head, at, at + 4));
  return brands;
}

export type Sniffed = { kind: FileKind } | { kind: undefined; looksLike: string | undefined };

/**
 * Detects a file's type from its first bytes (`sniffedBytes`, or all if fewer). A PDF must start at the first byte, although
 * viewers search further: bytes before it could be a second file.
 */
export function sniff(head: Uint8Array): Sniffed {
  if (startsWith(head, [0x25, 0x50, 0x44, 0x46, 0x2d])) return { kind: 'pdf' };
  if (startsWith(head, [0xff, 0xd8, 0xff])) return { kind: 'jpeg' };
  if (startsWith(head, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return { kind: 'png' };
  if (head.length >= 16) {
    const [major = '', ...compatible] = getBrands(head);
    const isHeic =
      heicBrands.has(major) || (major === 'mif1' && compatible.some((brand) => heicBrands.has(brand)));
    if (isHeic) return { kind: 'heic' };
  }
  const known = rejectedKinds.find(({ starts, at }) => startsWith(head, starts, at));
  return { kind: undefined, looksLike: known?.name };
}

const maxNameLength = 120;
/** Control characters, direction overrides, noncharacters, and characters with a meaning in file systems or headers. */
const unkeepable = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}<>:"|?*\\/]/gu;

/** Declared file name without folders and unsafe characters; may be empty. */
function cleanName(declared: string): string {
  const last = declared.split(/[\\/]/).at(-1) ?? '';
  return last.normalize('NFC').replace(unkeepable, '').replace(/\s+/g, ' ').trim().replace(/^\.+/, '');
}

/** Name of a rejected file in a sentence. */
export function displayFileName(declared: string): string {
  return [...cleanName(declared)].slice(0, maxNameLength).join('') || 'The file';
}

/**
 * File name for storage: the last part of the declared name, without unsafe characters, with an extension that matches the
 * detected type ("scan.exe" that is a JPEG becomes "scan.exe.jpg").
 */
export function storageFileName(declared: string, kind: FileKind): string {
  const clean = cleanName(declared);
  const dot = clean.lastIndexOf('.');
  const ending = dot > 0 ? clean.slice(dot + 1).toLowerCase() : '';
  const fits = extensions[kind].includes(ending);
  const stem = [...(fits ? clean.slice(0, dot) : clean)]
    .slice(0, maxNameLength - 6)
    .join('')
    .trim();
  return `${stem || 'document'}.${fits ? ending : extensions[kind][0]}`;
}
