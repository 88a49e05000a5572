import { Readable } from 'node:stream';
import type { Kysely } from 'kysely';
import sharp from 'sharp';
import { callerActor } from '#api/kernel/command/caller-actor.ts';
import { inWork } from '#api/kernel/command/work.ts';
import type { Schema } from '#api/kernel/database/tables/schema.ts';
import { asTenant } from '#api/kernel/database/tenancy.ts';
import type { MemberCaller } from '#api/kernel/http/bind-endpoint.ts';
import {
  type DocumentFiles,
  discardFiles,
  receiveFile,
  storeFile,
} from '#api/records/documents/receive-file.ts';
import { saveDocuments } from '#api/records/documents/save-documents.ts';
import { addDays, type CalendarDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { UploadedDocumentType } from '#rules/documents/document-types.ts';
import { demoStaff } from './demo-accounts.ts';
import { demoCaller } from './demo-caller.ts';
import { type DemoDeps, demoCompanyId } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';
import { inSeries } from './seed-clients.ts';

/** Index of the first of the clients that no other part uses. */
const firstClient = 21;

interface Sample {
  type: UploadedDocumentType;
  fileName: string;
  kind: 'individual' | 'business';
  /** Days from today until it expires. */
  expiresInDays?: number;
  bytes(name: string): Promise<Buffer> | Buffer;
}

/** Replaces letters that the PDF's encoding lacks by plain ones. */
const pdfText = (text: string) =>
  text
    .normalize('NFD')
    .replace(/[^\x20-\x7e]/g, '')
    .replace(/[\\()]/g, '\\$&');

/** A PDF of one page with some lines of text. */
export function getPdf(lines: readonly string[]): Buffer {
  const text = lines.map((line) => `(${pdfText(line)}) Tj T*`).join('\n');
  const content = `BT /F1 14 Tf 24 TL 60 760 Td\n${text}\nET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let file = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  file += `xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** Photo page of an invented passport: shapes only, in a colour derived from the name. */
function getPicture(name: string): Promise<Buffer> {
  const hue = [...name].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 360, 7);
  const line = (y: number, width: number) =>
    `<rect x="300" y="${y}" width="${width}" height="14" fill="#334155" opacity="0.55"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="720" height="500">
    <rect width="720" height="500" fill="hsl(${hue}, 35%, 88%)"/>
    <rect x="40" y="60" width="220" height="280" fill="hsl(${hue}, 25%, 70%)"/>
    <circle cx="150" cy="165" r="58" fill="hsl(${hue}, 20%, 45%)"/>
    <path d="M60 340 q90 -150 180 0 z" fill="hsl(${hue}, 20%, 45%)"/>
    ${line(80, 180)}${line(130, 300)}${line(180, 240)}${line(230, 160)}${line(280, 210)}
    <rect x="40" y="400" width="640" height="18" fill="#1e293b" opacity="0.7"/>
    <rect x="40" y="436" width="640" height="18" fill="#1e293b" opacity="0.7"/>
  </svg>`;
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer();
}

const samples: readonly Sample[] = [
  { type: 'passport', fileName: 'passport.jpg', kind: 'individual', expiresInDays: 900, bytes: getPicture },
  {
    type: 'passport',
    fileName: 'passport-photo-page.jpg',
    kind: 'individual',
    expiresInDays: 45,
    bytes: getPicture,
  },
  {
    type: 'proofOfAddress',
    fileName: 'power-bill.pdf',
    kind: 'individual',
    bytes: (name) =>
      getPdf([
        'Sample Energy',
        `Account of ${name}`,
        'Sample document for the demonstration. Not a real account.',
      ]),
  },
  {
    type: 'sourceOfFunds',
    fileName: 'sale-and-purchase.pdf',
    kind: 'individual',
    bytes: (name) =>
      getPdf(['Sale and purchase agreement', `Vendor: ${name}`, 'An example of the demonstration.']),
  },
  {
    type: 'constitution',
    fileName: 'constitution.pdf',
    kind: 'business',
    bytes: (name) => getPdf(['Constitution', name, 'An example of the demonstration.']),
  },
  {
    type: 'registryExtract',
    fileName: 'register-extract.pdf',
    kind: 'business',
    bytes: (name) => getPdf(['Extract of a register', name, 'An example of the demonstration.']),
  },
];

async function clientAt({ database }: DemoDeps, kind: Sample['kind'], place: number) {
  return asTenant(database.db, demoCompanyId, (trx) =>
    trx
      .selectFrom('clients')
      .select(['id', 'display_name'])
      .where('kind', '=', kind)
      .where('status', '=', 'onboarding')
      .where(inSeries)
      .orderBy('id')
      .offset(place)
      .limit(1)
      .executeTakeFirst(),
  );
}

interface DemoFile {
  staff: MemberCaller;
  clientId: string;
  type: UploadedDocumentType;
  fileName: string;
  expiresOn: CalendarDate | undefined;
  bytes: Buffer;
}

/** Storage whose keys are read within the transaction of a step: the embedded database has one connection. */
export type DemoFiles = (db: Kysely<Schema>) => DocumentFiles;

/** Uploads a file to a client through the regular intake. @returns the document's id */
export async function addDemoFile(
  demo: DemoDeps,
  openFiles: DemoFiles,
  { staff, clientId, type, fileName, expiresOn, bytes }: DemoFile,
): Promise<string> {
  const files = openFiles(demo.database.db);
  const stream = Readable.from([bytes]);
  const examined = await receiveFile(files, { field: 'file', fileName, stream });
  if (!examined.ok) throw new Error(`A file of the demo was refused: ${examined.message}`);
  try {
    const stored = await storeFile(files, examined, { companyId: demoCompanyId, now: demo.now() });
    const { now } = demo;
    return await inWork({ db: demo.database.db, now }, callerActor(staff), async (work) => {
      const savedDocuments = await saveDocuments(
        work,
        demo,
        {
          companyId: demoCompanyId,
          owner: { ownerType: 'client', ownerId: clientId },
          uploadedBy: 'staff',
          createdBy: staff.member.id,
          type,
          expiresOn,
        },
        [stored],
      );
      const documents = savedDocuments.map(({ document: { id, size } }) => ({ id, type, fileName, size }));
      work.record({
        action: 'document.added',
        resourceType: 'client',
        resourceId: clientId,
        detail: { documents },
      });
      return documents[0]?.id ?? '';
    });
  } finally {
    await discardFiles([examined]);
  }
}

/** Files of demo clients, generated by code: pictures with thumbnails, and documents to download. */
export const demoDocumentsPart = (files: DemoFiles): DemoPart => ({
  name: 'documents',
  steps: samples.length,
  isThere: ({ database }) =>
    asTenant(database.db, demoCompanyId, async (trx) => {
      const known = await trx
        .selectFrom('documents')
        .select('id')
        .where('owner_type', '=', 'client')
        .limit(1)
        .executeTakeFirst();
      return known !== undefined;
    }),
  async make(demo, step) {
    const sample = samples[step];
    const client =
      sample && (await clientAt(demo, sample.kind, sample.kind === 'business' ? step : firstClient + step));
    if (sample === undefined || client === undefined) return;
    const { type, fileName, expiresInDays } = sample;
    const staff = await demoCaller(demo, demoStaff);
    const today = companyDay(demo.now(), staff.company.timeZone);
    await addDemoFile(demo, files, {
      staff,
      clientId: client.id,
      type,
      fileName,
      expiresOn: expiresInDays === undefined ? undefined : addDays(today, expiresInDays),
      bytes: await sample.bytes(client.display_name),
    });
  },
});
