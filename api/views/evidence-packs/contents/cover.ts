import type { PackChoice } from '#contract/views/evidence-packs.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import type { PackScope } from '#rules/evidence-pack/purposes.ts';
import { supervisorOn } from '#rules/firm/company-facts.ts';
import type { Trx } from '../../../kernel/database/tables/schema.ts';
import type { MemberCaller } from '../../../kernel/http/bind-endpoint.ts';
import type { PackCover } from './records.ts';
import { readCompany } from './store.ts';

/** What the first page of a pack states: its client or activity, and the member who created it. */
export async function getCover(
  trx: Trx,
  caller: MemberCaller,
  what: {
    packId: string;
    scope: PackScope;
    scopeId: string;
    choice: PackChoice;
    asAt: string;
    subject: string;
  },
): Promise<PackCover> {
  const { company, member } = caller;
  const row = await readCompany(trx, company.id);
  return {
    ...what,
    company: {
      id: company.id,
      name: row.name,
      legalName: row.legal_name,
      sector: row.sector,
      regulatedIn: row.regulated_in,
      timeZone: row.time_zone,
      supervisors: row.regulated_in.flatMap(
        (country) =>
          supervisorOn(
            country,
            { formerSupervisor: row.former_supervisor },
            companyDay(new Date(what.asAt), row.time_zone),
          ) ?? [],
      ),
      enrolmentNumber: row.enrolment_number,
    },
    madeBy: { name: member.name, role: member.role, designations: member.designations },
  };
}
