import type { SanctionsPermit } from '#contract/cdd/sanctions-permits.ts';
import { basisLabels } from '#rules/cdd-rule-packs/decision-basis.ts';
import { clientPeriodKindLabels, clientPeriodValueLabel } from '#rules/clients/client-periods.ts';
import { cddLevelLabels } from '#rules/clients/client-types.ts';
import { countryName } from '#rules/countries.ts';
import { permitActLabels } from '#rules/firm/sanctions-permits.ts';
import { yesNo } from '#rules/format/yes-no.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { regimeLabels } from '#rules/sanctions.ts';
import type { SavedDecision } from '../../../checks/cdd/decision-store.ts';
import { type CsvColumn, clientRowsCsv } from './client-rows-csv.ts';
import type { PackedPeriod } from './history.ts';
import type { ClientPackRecords } from './records.ts';

type Clients = readonly ClientPackRecords[];

const periodColumns: readonly CsvColumn<PackedPeriod>[] = [
  { heading: 'Field', cell: ({ kind }) => clientPeriodKindLabels[kind] },
  { heading: 'Value', cell: ({ kind, value }) => clientPeriodValueLabel(kind, value) },
  { heading: 'From', cell: ({ from }) => from },
  { heading: 'To', cell: ({ to }) => to },
  { heading: 'Value is older', cell: ({ cause }) => yesNo(cause === 'migration') },
];

/** Values of all clients of a pack over time as CSV. */
export const periodsCsv = (clients: Clients): string =>
  clientRowsCsv(clients, ({ periods }) => periods, periodColumns);

const permitColumns: readonly CsvColumn<SanctionsPermit>[] = [
  { heading: 'Number', cell: ({ number }) => number },
  { heading: 'Authority', cell: ({ authority }) => authority },
  { heading: 'Country', cell: ({ country }) => countryName(country) },
  { heading: 'Law', cell: ({ regimes }) => regimes.map((regime) => regimeLabels[regime]).join('; ') },
  { heading: 'Allows', cell: ({ acts }) => acts.map((act) => permitActLabels[act]).join('; ') },
  { heading: 'Scope and conditions', cell: ({ scope }) => scope },
  { heading: 'In effect from', cell: ({ validFrom }) => validFrom },
  { heading: 'In effect until', cell: ({ validTo }) => validTo },
  { heading: 'Document', cell: ({ document }) => document.fileName },
  { heading: 'Recorded by', cell: ({ recorded }) => recorded.by.name },
  { heading: 'Recorded at', cell: ({ recorded }) => recorded.at },
  { heading: 'Approved by', cell: ({ approved }) => approved?.by.name },
  { heading: 'Approved at', cell: ({ approved }) => approved?.at },
  { heading: 'Decided by one person', cell: ({ decidedByOne }) => yesNo(decidedByOne) },
  { heading: 'Withdrawn by', cell: ({ withdrawn }) => withdrawn?.by.name },
  { heading: 'Withdrawn at', cell: ({ withdrawn }) => withdrawn?.at },
  { heading: 'Reason to withdraw', cell: ({ withdrawn }) => withdrawn?.reason },
];

/** Sanctions permits of all clients of a pack as CSV. */
export const permitsCsv = (clients: Clients): string =>
  clientRowsCsv(clients, ({ sanctionsPermits }) => sanctionsPermits, permitColumns);

const decisionColumns: readonly CsvColumn<SavedDecision>[] = [
  { heading: 'Approved at', cell: ({ at }) => at },
  { heading: 'Approved by', cell: ({ by }) => by },
  { heading: 'CDD level', cell: ({ cddLevel }) => cddLevelLabels[cddLevel] },
  { heading: 'Rules', cell: ({ packs }) => packs.join('; ') },
  {
    heading: 'Relied on',
    cell: ({ basis }) => basis.map(({ kind, text }) => `${basisLabels[kind]}: ${text}`).join(' '),
  },
  { heading: 'Note', cell: ({ note }) => note },
  { heading: 'Second person', cell: ({ decidedByOne }) => (decidedByOne ? decidedByOneLabel : null) },
  { heading: 'SHA-256 of the requirements', cell: ({ itemsDigest }) => itemsDigest },
];

/** CDD decisions on all clients of a pack as CSV. */
export const decisionsCsv = (clients: Clients): string =>
  clientRowsCsv(clients, ({ cddDecisions }) => cddDecisions, decisionColumns);
