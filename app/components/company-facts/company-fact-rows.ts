import { formatDate } from '#rules/dates/calendar-dates.ts';
import { getSectorTranche, getTranche } from '#rules/dates/commencement.ts';
import { type CompanyFacts, supervisorLabels, trancheLabels } from '#rules/firm/company-facts.ts';
import { sectorLabels } from '#rules/sectors.ts';

function formatTranche(facts: CompanyFacts): string {
  if (!facts.regulatedIn.includes('AUS')) return '';
  const label = trancheLabels[getTranche(facts)];
  if (facts.australianTranche !== null) return label;
  return getSectorTranche(facts) === undefined
    ? `${label} (assumed until recorded: the earlier date)`
    : `${label} (by your sectors)`;
}

/** A company's facts, formatted; '' for unrecorded ones. */
export function companyFactRows(facts: CompanyFacts): { label: string; text: string }[] {
  return [
    { label: 'Other sectors', text: facts.otherSectors.map((sector) => sectorLabels[sector]).join(', ') },
    {
      label: 'First day of captured activities (NZ)',
      text: facts.firstServiceNz ? formatDate(facts.firstServiceNz) : '',
    },
    {
      label: 'Supervisor until 30 June 2026 (NZ)',
      text: facts.formerSupervisor ? supervisorLabels[facts.formerSupervisor] : '',
    },
    { label: 'Tranche (AU)', text: formatTranche(facts) },
    {
      label: 'First day of designated services (AU)',
      text: facts.firstServiceAu ? formatDate(facts.firstServiceAu) : '',
    },
    { label: 'AUSTRAC enrolment number', text: facts.enrolmentNumber ?? '' },
    { label: 'Only item 54 of table 1 (AU)', text: facts.onlyItem54 ? 'Yes' : '' },
  ];
}
