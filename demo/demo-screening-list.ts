import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asJobs } from '#api/kernel/database/tenancy.ts';
import { importList } from '#api/records/screening-lists/import.ts';
import { readerVersions } from '#api/records/screening-lists/parsing/list-format.ts';
import { type ListOwner, ownListLimits } from '#api/records/screening-lists/sources.ts';
import { readListFor, readVersion } from '#api/records/screening-lists/store.ts';
import { type DemoDeps, daysBefore } from './demo-company.ts';
import type { DemoPart } from './demo-steps.ts';
import { firstDaysAgo } from './relationships/roster.ts';

/** Sandbox screening list until real lists are imported. All people and reasons are fictitious. */
const rows = `
DL-001,Zelmira Obradux,person,Zelmira Obraduks,La Bibliotecaria,1961-04-09,Port Quill,ARG,female,Passport ZZ000101 (Argentina),sanction,Invented sanctions programme A
DL-002,Tiburcio Kwenlak,person,Tiburcio Quenlak,,1958,Dry Harbour,VEN,male,,sanction,Invented sanctions programme A
DL-003,Anselma Vrithop,person,,,1970-11-30,,BIH,female,,pep,Minister in an invented cabinet
DL-004,Gudrik Pasmonte,person,Gudric Passmonte,The Ferryman,circa 1966,Cold Landing,ISL,male,,sanction; crime,Invented sanctions programme B
DL-005,Olwethu Dranskoy,person,,,1983-02-17,,ZAF,male,Passport ZZ000105 (South Africa),pep,Member of an invented parliament
DL-006,Fermina Chulbog,person,Fermina Chulbogue,,1949 to 1951,,PHL,female,,sanction,Invented sanctions programme B
DL-007,Bartolo Yevincz,person,Bartolomeo Yevinch,Barto,1975-07-21,,HUN,male,,crime,Wanted by an invented court
DL-008,Sigrun Makalde,person,,,1990-09-09,,NOR,female,,rca,Spouse of DL-003
DL-009,Iphigen Torruva,person,,,1969,,CYP,female,,pep,Judge of an invented court
DL-010,Quenby Halstrop,person,Quenbie Halstrup,,1955-05-05,,GBR,male,,adverse media,Named in an invented inquiry
DL-011,Urso Limbekani,person,,Ursus,1972,,MOZ,male,,sanction,Invented sanctions programme C
DL-012,Wenzel Agostri,person,Vaclav Agostri,,1964-12-01,,CZE,male,,pep,Mayor of an invented city
DL-013,Imaginary Shipping Holdings,organisation,Imaginary Ship Holding SA,,,,PAN,,000-111-222,sanction,Invented sanctions programme C
DL-014,Front for the Liberation of Nowhere,organisation,FLN-Nowhere,FLNw,,,,,,sanction,Invented sanctions programme A
DL-015,Quillport Bullion Trading LLC,organisation,Quillport Bullion,,,,ARE,,ZZ-BT-77001,sanction; crime,Invented sanctions programme B
DL-016,Drywater Charitable Endowment,organisation,,,,,CYM,,,adverse media,Named in an invented inquiry
DL-017,Ledgerless Payments Pte Ltd,organisation,,,,,SGP,,ZZ-SG-20011,sanction,Invented sanctions programme C
DL-018,Cinder Star,vessel,Cinder Star IX,,,,LBR,,IMO 0000018,sanction,Invented sanctions programme C
DL-019,Basilio Nerquand,person,,,1958-07-23,,VEN,male,,sanction,Invented sanctions programme A
`;

const headings =
  'id,name,type,aliases,weak_aliases,date_of_birth,place_of_birth,country,gender,identifier,reason,programme';

const owner: ListOwner = { companyId: null, source: 'demo', name: 'Demo list (everyone on it is invented)' };

async function importDemoList({ database, now, storage }: DemoDeps): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-demo-list-'));
  try {
    const path = join(folder, 'demo-list.csv');
    await writeFile(path, `${headings}${rows}`);
    await importList(
      { db: database.db, now, storage },
      {
        owner,
        files: [{ path, name: 'demo-list.csv' }],
        limits: ownListLimits,
        receivedBy: 'demo',
        onImported: async () => undefined,
      },
    );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The demo's screening list, active as if imported by the operator. */
export const demoScreeningListPart: DemoPart = {
  name: 'screening-list',
  steps: 1,
  async isThere({ database }) {
    return asJobs(database.db, async (trx) => (await readListFor(trx, owner)) !== undefined);
  },
  make: (deps) => importDemoList(daysBefore(deps, firstDaysAgo)),
};

/** The list of an older demo, which has no files to read again, as the current reader reads it. */
export const demoRereadListPart: DemoPart = {
  name: `screening-list-reader-${readerVersions.plain}`,
  steps: 1,
  async isThere({ database }) {
    return asJobs(database.db, async (trx) => {
      const list = await readListFor(trx, owner);
      const version = list && (await readVersion(trx, list.id, list.current_version));
      return version === undefined || version.reader_version === readerVersions.plain;
    });
  },
  make: importDemoList,
};
