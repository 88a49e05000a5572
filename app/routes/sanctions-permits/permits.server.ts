import { data } from '@remix-run/node';
import { readDiligence } from '#contract/cdd/cdd.ts';
import { approvePermit, listPermits, recordPermit, withdrawPermit } from '#contract/cdd/sanctions-permits.ts';
import { readClient } from '#contract/clients/clients.ts';
import { listDocuments } from '#contract/documents/documents.ts';
import type { EndpointResponse } from '#contract/endpoint.ts';
import { isRecordId } from '#contract/record-id.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { permitActLabels, permitActs, permitRegimes, permitState } from '#rules/firm/sanctions-permits.ts';
import { sanctionsReports } from '#rules/firm/sanctions-reports.ts';
import { decidedByOneLabel } from '#rules/maker-checker.ts';
import { regimeLabels } from '#rules/sanctions.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../components/forms/form-result.server.ts';
import { textIn, throwFieldErrors } from '../../components/forms/parse-form.server.ts';
import { sanctionLines } from '../../components/sanctions/sanctions-banner.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';

/** A permit as the page shows it. */
function permitLine(
  permit: EndpointResponse<typeof listPermits>['permits'][number],
  { today, timeZone }: { today: string; timeZone: string },
) {
  const state = permitState(
    { ...permit, isApproved: permit.approved !== null, isWithdrawn: permit.withdrawn !== null },
    today,
  );
  const { recorded, approved, withdrawn } = permit;
  const who = (what: string, { at, by }: { at: string; by: { name: string } }) =>
    `${what} ${formatDay(at, timeZone)} by ${by.name}`;
  return {
    id: permit.id,
    version: permit.version,
    number: permit.number,
    authority: permit.authority,
    state,
    country: countryName(permit.country),
    laws: permit.regimes.map((regime) => regimeLabels[regime]).join(', '),
    acts: permit.acts.map((act) => permitActLabels[act]).join('; '),
    scope: permit.scope,
    days: `${formatDate(permit.validFrom)} to ${formatDate(permit.validTo)}`,
    fileName: permit.document.fileName,
    history: [
      who('Recorded', recorded),
      ...(approved ? [who('Approved', approved)] : []),
      ...(permit.decidedByOne ? [decidedByOneLabel] : []),
      ...(withdrawn ? [`${who('Withdrawn', withdrawn)}: ${withdrawn.reason}`] : []),
    ],
    isWithdrawn: withdrawn !== null,
    isApproved: approved !== null,
    approvalBlockers: permit.approvalBlockers,
  };
}

/** Data of the page: the client's own confirmed matches, the reports that they require, and the permits. */
export async function loadPermits({ api, me, params }: MemberArgs) {
  const id = params.id ?? '';
  const [session, client, diligence, { permits }, { documents }] = await Promise.all([
    me(),
    api.call(readClient, { params: { id } }),
    api.call(readDiligence, { params: { id } }),
    api.call(listPermits, { params: { id } }),
    api.call(listDocuments, { params: { ownerType: 'client', ownerId: id }, query: {} }),
  ]);
  const { company, member } = session;
  const { timeZone, regulatedIn } = company;
  const today = companyDay(new Date(), timeZone);
  const own = diligence.sanctions.filter(({ clientId }) => clientId === id);
  const isOfficer = member.designations.includes('complianceOfficer');
  return {
    client: { id, name: client.displayName },
    sanctions: sanctionLines(own, timeZone, { of: id }),
    // Reports are visible only to the compliance officer.
    reports: isOfficer
      ? own.flatMap(({ matchId, regimes, decidedAt }) =>
          sanctionsReports(regimes, company, companyDay(new Date(decidedAt), timeZone)).map(
            ({ id: kind, text, due }) => ({
              key: `${matchId} ${kind}`,
              text,
              due: 'dueOn' in due ? `By ${formatDate(due.dueOn)}` : 'As soon as practicable',
              working: `${due.working}. ${due.row.provision}`,
            }),
          ),
        )
      : [],
    permits: permits.map((permit) => permitLine(permit, { today, timeZone })),
    documents: documents.map(({ id: value, fileName }) => ({ value, label: fileName })),
    countries: regulatedIn.map((value) => ({ value, label: countryName(value) ?? value })),
    laws: [...new Set(regulatedIn.flatMap((country) => permitRegimes(country)))].map((value) => ({
      value,
      label: regimeLabels[value],
    })),
    acts: permitActs.map((value) => ({ value, label: permitActLabels[value] })),
    mayRecord: may(session, 'records.write'),
    mayDecide: may(session, 'permits.decide'),
    requestKey: newRequestKey(),
  };
}

/** Result of a rejected form. `about`: the permit whose form it was; null for a new one. */
export interface PermitResult extends FormResult {
  about: string | null;
}

const submits = screenForms<MemberArgs>()({
  page: ({ params }) => `/clients/${params.id}/permits`,
  rejected: ({ form, result, status }) => {
    const id = form.get('permitId');
    return data<PermitResult>({ ...result, about: typeof id === 'string' ? id : null }, { status });
  },
});

function ofPermit(_args: MemberArgs, form: FormData): { id: string } {
  const id = textIn(form, 'permitId');
  return isRecordId(id) ? { id } : throwFieldErrors();
}

/** Records, approves or withdraws a permit. */
export const handlePermits = onSubmit(
  formActions({
    record: submits({
      endpoint: recordPermit,
      params: ({ params }) => ({ id: params.id ?? '' }),
      accepted: 'Permit recorded. It has no effect before it is approved.',
    }),
    approve: submits({ endpoint: approvePermit, params: ofPermit, accepted: 'Permit approved.' }),
    withdraw: submits({ endpoint: withdrawPermit, params: ofPermit, accepted: 'Permit withdrawn.' }),
  }),
);
