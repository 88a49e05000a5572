import type { Selectable, Updateable } from 'kysely';
import type { CompanyProfile } from '#contract/company/company-settings.ts';
import { companyFactProblems, type FormerSupervisor } from '#rules/firm/company-facts.ts';
import type { Jurisdiction } from '#rules/legal-provisions.ts';
import type { Sector } from '#rules/sectors.ts';
import type { CompaniesTable } from '../../kernel/database/tables/foundation-tables.ts';

/** Columns of the facts about the company required by law. */
export const factColumns = [
  'other_sectors',
  'australian_tranche',
  'first_service_nz',
  'first_service_au',
  'former_supervisor',
  'enrolment_number',
  'only_item_54',
] as const;

export type FactColumns = Pick<Selectable<CompaniesTable>, (typeof factColumns)[number]>;

type Facts = Pick<
  CompanyProfile,
  | 'otherSectors'
  | 'australianTranche'
  | 'firstServiceNz'
  | 'firstServiceAu'
  | 'formerSupervisor'
  | 'enrolmentNumber'
  | 'onlyItem54'
>;

/** The columns as the contract names them. */
export function getFacts(row: FactColumns): Facts {
  return {
    otherSectors: row.other_sectors,
    australianTranche: row.australian_tranche,
    firstServiceNz: row.first_service_nz,
    firstServiceAu: row.first_service_au,
    formerSupervisor: row.former_supervisor,
    enrolmentNumber: row.enrolment_number,
    onlyItem54: row.only_item_54,
  };
}

/** The facts as submitted; omitted ones are not recorded. */
interface FactsForm {
  sector?: Sector | undefined;
  otherSectors: Sector[];
  regulatedIn: Jurisdiction[];
  australianTranche?: 'T1' | 'T2' | undefined;
  firstServiceNz?: string | undefined;
  firstServiceAu?: string | undefined;
  formerSupervisor?: FormerSupervisor | undefined;
  enrolmentNumber?: string | undefined;
  onlyItem54: boolean;
}

/** A form's facts as columns. */
export function factsToWrite(form: FactsForm): Required<Pick<Updateable<CompaniesTable>, keyof FactColumns>> {
  return {
    other_sectors: form.otherSectors,
    australian_tranche: form.australianTranche ?? null,
    first_service_nz: form.firstServiceNz ?? null,
    first_service_au: form.firstServiceAu ?? null,
    former_supervisor: form.formerSupervisor ?? null,
    enrolment_number: form.enrolmentNumber ?? null,
    only_item_54: form.onlyItem54,
  };
}

/** Contradictions in a form's facts: messages by field. `today`: in the company's time zone. */
export function factProblems(form: FactsForm, today: string): ReturnType<typeof companyFactProblems> {
  return companyFactProblems(
    {
      sector: form.sector ?? null,
      otherSectors: form.otherSectors,
      regulatedIn: form.regulatedIn,
      australianTranche: form.australianTranche ?? null,
      firstServiceNz: form.firstServiceNz ?? null,
      firstServiceAu: form.firstServiceAu ?? null,
      enrolmentNumber: form.enrolmentNumber ?? null,
      onlyItem54: form.onlyItem54,
    },
    today,
  );
}
