import { buffer } from 'node:stream/consumers';
import { stringify } from 'csv-stringify/sync';
import { ZipFile } from 'yazl';
import { type ImportField, importFieldLabels, templateFields } from '#rules/clients/client-import-columns.ts';

type Example = Partial<Record<ImportField, string>>;

/** Rows that are recognisable as examples, one for each kind of client. */
const examples: readonly Example[] = [
  {
    clientType: 'Individual',
    givenNames: 'EXAMPLE Aroha',
    familyName: 'Ngata',
    dateOfBirth: '1984-11-30',
    citizenships: 'New Zealand',
    residenceCountry: 'New Zealand',
    email: 'aroha@example.org',
    phone: '+64 21 555 0101',
    addressLine1: '8 Rata Street',
    suburb: 'Ponsonby',
    city: 'Auckland',
    postcode: '1011',
    addressCountry: 'New Zealand',
    externalId: 'EXAMPLE-1',
    tags: 'Conveyancing; Family',
    relationshipStartedOn: '2024-03-01',
  },
  {
    clientType: 'Company',
    legalName: 'EXAMPLE Harbour Works Limited',
    tradingNames: 'Harbour Works',
    registrationCountry: 'Australia',
    incorporatedOn: '2015-07-14',
    email: 'office@example.org',
    addressLine1: '12 Bourke Street',
    suburb: 'Surry Hills',
    state: 'NSW',
    postcode: '2010',
    addressCountry: 'Australia',
    addressKind: 'Registered office',
    otherAddresses: '8 Rata Street; ; Ponsonby; Auckland; ; 1011; New Zealand; Principal place of business',
    externalId: 'EXAMPLE-2',
  },
];

/** Headings and example rows of the template. */
export const templateRows: string[][] = [
  templateFields.map((field) => importFieldLabels[field]),
  ...examples.map((example) => templateFields.map((field) => example[field] ?? '')),
];

const escapeXml = (text: string) =>
  text.replace(
    /[<>&"]/g,
    (sign) => ({ '<': '&lt;', '>': '&gt;', '&': '&amp;', '"': '&quot;' })[sign] ?? sign,
  );

/** Letters of a column: A to Z, AA to AZ and so on. */
const getColumn = (place: number): string =>
  place < 26
    ? String.fromCharCode(65 + place)
    : `${getColumn(Math.floor(place / 26) - 1)}${getColumn(place % 26)}`;

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packaged = 'http://schemas.openxmlformats.org/package/2006';
const head = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Cell styles: 1 is text, so that numbers keep their leading zeros; 2 is a bold heading. */
const styles = `${head}<styleSheet xmlns="${main}"><fonts count="2"><font/><font><b/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="3"><xf/><xf numFmtId="49" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" applyNumberFormat="1" applyFont="1"/></cellXfs></styleSheet>`;

function getSheet(rows: readonly (readonly string[])[]): string {
  const columns = (rows[0] ?? [])
    .map((_, place) => `<col min="${place + 1}" max="${place + 1}" width="22" style="1" customWidth="1"/>`)
    .join('');
  const lines = rows
    .map((cells, index) => {
      const written = cells.map((text, place) =>
        text === ''
          ? ''
          : `<c r="${getColumn(place)}${index + 1}" s="${index === 0 ? 2 : 1}" t="inlineStr"><is><t>${escapeXml(text)}</t></is></c>`,
      );
      return `<row r="${index + 1}">${written.join('')}</row>`;
    })
    .join('');
  const frozen =
    '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>';
  return `${head}<worksheet xmlns="${main}">${frozen}<cols>${columns}</cols><sheetData>${lines}</sheetData></worksheet>`;
}

/** Files of a workbook of one sheet, by path. */
const workbookParts = (rows: readonly (readonly string[])[]): Record<string, string> => ({
  '[Content_Types].xml': `${head}<Types xmlns="${packaged}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${kind}.styles+xml"/></Types>`,
  '_rels/.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${head}<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Clients" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${head}<Relationships xmlns="${packaged}/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': styles,
  'xl/worksheets/sheet1.xml': getSheet(rows),
});

/** A workbook of one sheet of texts. */
export async function writeWorkbook(rows: readonly (readonly string[])[]): Promise<Uint8Array<ArrayBuffer>> {
  const zip = new ZipFile();
  for (const [path, text] of Object.entries(workbookParts(rows))) zip.addBuffer(Buffer.from(text), path);
  zip.end();
  return new Uint8Array(await buffer(zip.outputStream as NodeJS.ReadableStream));
}

/** The import template as a download. */
export async function templateFile(format: 'csv' | 'xlsx') {
  const fileName = `client-import-template.${format}`;
  return format === 'xlsx'
    ? { fileName, contentType: `${kind}.sheet`, bytes: await writeWorkbook(templateRows) }
    : {
        fileName,
        contentType: 'text/csv; charset=utf-8',
        bytes: `\ufeff${stringify(templateRows, { record_delimiter: '\r\n' })}`,
      };
}
