import { createCipheriv, createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { pdfObjectStream, samplePdf } from './sample-files.ts';

const folder = new URL('./protected-pdfs/', import.meta.url);

/** Names of the PDFs that qpdf protected, without their extension. */
export const protectedPdfNames = readdirSync(folder)
  .filter((name) => name.endsWith('.pdf'))
  .map((name) => name.slice(0, -'.pdf'.length));

export const protectedPdf = (name: string): Buffer => readFileSync(new URL(`${name}.pdf`, folder));

const hash = (...parts: Uint8Array[]) =>
  parts.reduce((sum, part) => sum.update(part), createHash('sha256')).digest();
const fileKey = Buffer.alloc(32, 0x4b);
const [checkSalt, keySalt] = [Buffer.alloc(8, 1), Buffer.alloc(8, 2)];
const none = Buffer.alloc(0);

/** An entry of a password, and the key of the file that it opens. ISO 32000-2, 7.6.4.4.7, with the hash of revision 5. */
function passwordEntries(password: string, key: Buffer, owner: Buffer = none) {
  const text = Buffer.from(password);
  const entry = Buffer.concat([hash(text, checkSalt, owner), checkSalt, keySalt]);
  const wrap = createCipheriv('aes-256-cbc', hash(text, keySalt, owner), Buffer.alloc(16));
  return { entry, wrapped: wrap.setAutoPadding(false).update(key) };
}

const user = passwordEntries('', fileKey);
const hex = (bytes: Buffer) => `<${bytes.toString('hex')}>`;

/** An encryption dictionary that opens without a password; `changes` replaces entries, and leaves out those without a value. */
export function encryptDictionary(changes: Record<string, string | undefined> = {}): string {
  const owner = passwordEntries('owner', fileKey, user.entry);
  const entries: Record<string, string | undefined> = {
    Filter: '/Standard',
    V: '5',
    R: '5',
    Length: '256',
    P: '-2056',
    O: hex(owner.entry),
    OE: hex(owner.wrapped),
    U: hex(user.entry),
    UE: hex(user.wrapped),
    StmF: '/StdCF',
    CF: '<< /StdCF << /AuthEvent /DocOpen /CFM /AESV3 /Length 32 >> >>',
    ...changes,
  };
  const texts = Object.entries(entries).flatMap(([key, value]) => (value ? [`/${key} ${value}`] : []));
  return `<< ${texts.join(' ')} >>`;
}

/** Entries by which the empty password is the owner's too, and opens another key. */
export function otherOwner(): { O: string; OE: string } {
  const { entry, wrapped } = passwordEntries('', Buffer.alloc(32, 0x4c), user.entry);
  return { O: hex(entry), OE: hex(wrapped) };
}

/** Encrypts the data of a stream with the key of the file. */
export function sealed(data: Buffer, iv: Buffer = Buffer.alloc(16, 3)): Buffer {
  const cipher = createCipheriv('aes-256-cbc', fileKey, iv);
  return Buffer.concat([iv, cipher.update(data), cipher.final()]);
}

/** An encrypted object stream of one object. */
export const sealedObjectStream = (object: string, dictionary?: string, iv?: Buffer): Buffer =>
  pdfObjectStream(object, dictionary, (data) => sealed(deflateSync(data), iv));

/** A PDF with the encryption dictionary as object 4, and these from 5 on. */
export const sealedPdf = (
  objects: readonly (string | Buffer)[],
  { encrypt = encryptDictionary(), trailer = '/Encrypt 4 0 R' } = {},
): Buffer => samplePdf([encrypt, ...objects], { trailer });
