import type { Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { z } from 'zod';
import { previewCompanyChange } from '#contract/cdd/law-change-previews.ts';
import {
  type CompanyProfile,
  companyProfile,
  companyProfileInput,
  readCompanyProfile,
  updateCompanyProfile,
} from '#contract/company/company-settings.ts';
import type { Problem } from '#contract/errors.ts';
import { countryName } from '#rules/countries.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { companyDay } from '#rules/dates/company-day.ts';
import { timeZones } from '#rules/dates/time-zones.ts';
import { missingFacts, supervisorOn } from '#rules/firm/company-facts.ts';
import { firmDuties, undatedDuties } from '#rules/firm/firm-duties.ts';
import { toAddressLines } from '#rules/format/addresses.ts';
import { abnAcnWarning } from '#rules/identifiers/identifiers.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { sectorLabels, sectors } from '#rules/sectors.ts';
import type { FoundAddresses } from '../../components/address/address-fields.tsx';
import { addressForm } from '../../components/address/address-form.server.ts';
import { asForm, toContractFields } from '../../components/address/single-address.server.ts';
import {
  type AffectedClients,
  previewAffected,
} from '../../components/affected-clients/affected-clients.server.ts';
import { companyFactRows } from '../../components/company-facts/company-fact-rows.ts';
import { formatInstant } from '../../components/format-instant.server.ts';
import { formActions, onSubmit, type PressedButton } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey, toFormResult } from '../../components/forms/form-result.server.ts';
import { getRequestKey, parseForm } from '../../components/forms/parse-form.server.ts';
import type { VersionRow } from '../../components/forms/version-conflict.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';
import { may } from '../../session/permissions.server.ts';

const timeZoneLabels = new Map<string, string>(timeZones.map(({ zone, label }) => [zone, label]));

/** Data of the company view. */
export async function loadCompany({ api, me }: MemberArgs) {
  const [{ member, company }, profile] = await Promise.all([me(), api.call(readCompanyProfile, {})]);
  const today = companyDay(new Date(), company.timeZone);
  return {
    profile,
    rows: getRows(profile),
    missing: missingFacts(profile, today),
    supervisors: profile.regulatedIn.map((country) => ({
      country: countryName(country),
      name: supervisorOn(country, profile, today) ?? 'Not recorded',
    })),
    duties: [
      ...firmDuties(profile).map(({ label, due }) => ({
        label,
        due: 'dueOn' in due ? `By ${formatDate(due.dueOn)}` : 'As soon as practicable',
        working: due.working,
        provision: due.row.provision,
      })),
      ...undatedDuties(profile, today).map(({ label, why, provision }) => ({
        label,
        due: 'No day is set yet',
        working: why,
        provision,
      })),
    ],
    warning: profile.abn && profile.acn ? (abnAcnWarning(profile.abn, profile.acn) ?? null) : null,
    billingCountry: company.billingCountryCode,
    // Here rather than in the page, where the contract would add zod to the browser bundle.
    sectorChoices: sectors.map((value) => ({ value, label: sectorLabels[value] })),
    timeZoneChoices: timeZones.map(({ zone, label }) => ({ value: zone, label })),
    changed: formatInstant(profile.updatedAt, company.timeZone),
    mayWrite: may({ member, company }, 'company.write'),
    requestKey: newRequestKey(),
  };
}

/** Result of a form that was rejected or previewed. */
export interface CompanyResult extends FormResult {
  found?: FoundAddresses;
  /** Someone else saved first. */
  stale?: { rows: VersionRow[]; savedVersion: number; savedAt: string };
  requestKey?: string;
  /** After a preview. */
  affected?: AffectedClients;
}

type Shown = Omit<CompanyProfile, 'version' | 'updatedAt'>;

function getRows(profile: Shown): { label: string; text: string }[] {
  const { address } = profile;
  const lines = address ? toAddressLines(address) : [];
  return [
    { label: 'Name', text: profile.name },
    { label: 'Legal name', text: profile.legalName ?? '' },
    { label: 'What the company does', text: profile.sector ? sectorLabels[profile.sector] : '' },
    ...companyFactRows(profile),
    { label: 'Countries whose law applies', text: profile.regulatedIn.map(countryName).join(', ') },
    { label: 'NZBN', text: profile.nzbn ?? '' },
    { label: 'ABN', text: profile.abn ?? '' },
    { label: 'ACN', text: profile.acn ?? '' },
    { label: 'Address', text: lines.join('\n') },
    { label: 'Time zone', text: timeZoneLabels.get(profile.timeZone) ?? profile.timeZone },
  ];
}

function versionRows(sent: z.output<typeof companyProfileInput>, saved: CompanyProfile): VersionRow[] {
  const { legalName = null, sector = null, nzbn = null, abn = null, acn = null, address = null } = sent;
  const { australianTranche = null, firstServiceNz = null, firstServiceAu = null } = sent;
  const { formerSupervisor = null, enrolmentNumber = null } = sent;
  const mine = getRows({
    ...sent,
    ...{ legalName, sector, nzbn, abn, acn, address },
    ...{ australianTranche, firstServiceNz, firstServiceAu, formerSupervisor, enrolmentNumber },
  });
  return getRows(saved).map(({ label, text }, index) => ({
    label,
    mine: mine[index]?.text ?? '',
    kept: text,
  }));
}

function handleApiError(
  form: FormData,
  submission: Submission<unknown>,
  sent: z.output<typeof companyProfileInput>,
  problem: Problem,
  timeZone: string,
) {
  const rejected = toFormResult(submission, problem);
  const result: CompanyResult = { ...rejected, reply: asForm(form, rejected.reply) };
  const current = companyProfile.safeParse(problem.current);
  if (problem.code === 'record.versionConflict' && current.success) {
    result.reply.error = {};
    result.stale = {
      rows: versionRows(sent, current.data),
      savedVersion: current.data.version,
      savedAt: `on ${formatInstant(current.data.updatedAt, timeZone)}`,
    };
  }
  if (problem.code === 'idempotencyKey.reused') result.requestKey = newRequestKey();
  return data<CompanyResult>(result, { status: problem.status });
}

/** Saves the details, or previews the clients that saving would affect. */
async function submit({ api, me }: MemberArgs, form: FormData, { intent }: PressedButton) {
  const submission = parseForm(toContractFields(form), companyProfileInput);
  if (submission.status !== 'success') {
    return data<CompanyResult>({ reply: asForm(form, submission.reply()) }, { status: 422 });
  }
  if (intent === 'preview') {
    const found = await previewAffected((after) =>
      api.submit(previewCompanyChange, { query: { after }, body: submission.value }),
    );
    if ('affected' in found) {
      return data<CompanyResult>({ reply: asForm(form, submission.reply()), affected: found.affected });
    }
    const { company } = await me();
    return handleApiError(form, submission, submission.value, found.problem, company.timeZone);
  }
  const sent = await api.submit(updateCompanyProfile, {
    body: submission.value,
    requestKey: getRequestKey(form),
  });
  if (sent.ok) return redirectWithFlash(settingsUrl('company'), { kind: 'success', text: 'Changes saved.' });
  const { company } = await me();
  return handleApiError(form, submission, submission.value, sent.problem, company.timeZone);
}

/** Actions of the company form: address lookup, previewing and saving. */
const actions = addressForm(submit, (result) => data<CompanyResult>(result));

export const handleCompanySettings = onSubmit(
  formActions({ ...actions, preview: actions.save }, { otherwise: 'save' }),
);
