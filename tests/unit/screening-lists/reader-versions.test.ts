import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { readerVersions } from '#api/records/screening-lists/parsing/list-format.ts';
import { templateCsv } from '#api/records/screening-lists/parsing/template-csv.ts';
import { publishedFiles } from '#sandbox/lists/files.ts';
import { readLists, withFiles } from '#tests/support/files/list-files.ts';

const dfatOddities = [
  'Reference,Name of Individual or Entity,Type,Name Type,Date of Birth,Citizenship,Control Date',
  '101,Testperson Alda,,Primary Name,07/04/62,Atlantis,',
  '102,Testperson Bero,Individual,Primary Name,in the war,,',
  '101,Cinder Voyager,Vessel,Primary Name,,,',
  ',* updated 1 May 2024,,,,,',
  ',Testperson Ciro,Individual,Primary Name,"01/10/1983,15/10/1983",,',
].join('\n');

const ofacOddities =
  '"999999999","1","aka","TESTPERSON, Alda","-0-"\r\n"-0-","2","aka","TESTPERSON, Bero","-0-"\r\n';

async function filesOf(format: string): Promise<Record<string, string | Uint8Array>> {
  if (format === 'plain') return { 'list.csv': templateCsv };
  if (format === 'opensanctions') {
    const headings = 'id,schema,name,aliases,birth_date,countries,dataset';
    return {
      't.csv': `${headings}\nNK-1,Person,Testperson Alda,Testperson Bero,1961-04-09;1964,ir,Invented sanctions\n`,
    };
  }
  const files = await publishedFiles(format as Parameters<typeof publishedFiles>[0], 3);
  const published = Object.fromEntries(files.map(({ name, body }) => [name, body]));
  if (format === 'dfat') return { ...published, 'oddities.csv': dfatOddities };
  return format === 'ofac'
    ? { ...published, 'alt.csv': `${ofacOddities}${published['alt.csv']}` }
    : published;
}

/**
 * What each reader makes of the same files. If a digest changes, so does what is known of lists in use: give the reader the next number in
 * `readerVersions`, and this table the new number and digest.
 */
const digests: Record<string, string> = {
  un: '2 19c0060e3febad05',
  ofac: '3 5db5d9ec470125bf',
  dfat: '2 0021b06675f02949',
  nzPolice: '2 a764014fa4868378',
  nzRussia: '2 61e0604e1aee14ac',
  opensanctions: '2 b139f8d40b0c0ba6',
  plain: '2 0edbe815e1b501c1',
};

test.each(Object.entries(readerVersions))(
  'the reader of %s has the number of what it reads',
  async (format, version) => {
    const read = await withFiles(await filesOf(format), readLists);
    const digest = createHash('sha256').update(JSON.stringify(read.entities)).digest('hex').slice(0, 16);
    expect({ [format]: `${version} ${digest}` }).toEqual({ [format]: digests[format] });
  },
);
