import { parse, type Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { z } from 'zod';
import {
  type CompanyProfile,
  companyProfile,
  companyProfileInput,
  readCompanyProfile,
  updateCompanyProfile,
} from '#contract/company-settings.ts';
import type { Problem } from '#contract/errors.ts';
import { sectorLabels, sectors } from '#contract/onboarding.ts';
import { countryName } from '#rules/countries.ts';
import { abnAcnWarning } from '#rules/identifiers.ts';
import { timeZones } from '#rules/time-zones.ts';
import { addressLookup } from '../../address-lookup-service.server.ts';
import type { FoundAddresses } from '../../components/address-fields.tsx';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import type { VersionRow } from '../../components/forms/stale-record.tsx';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { may } from '../../rights.server.ts';
import { answerIntent, settleProviders } from '../clients/client-form-lookup.server.ts';
import { instantText } from '../clients/instant-text.server.ts';

/** The address in the form: the look-up's buttons know addresses as rows, the contract has one. */
const addressRow = 'addresses[0]';

const timeZoneLabels = new Map<string, string>(timeZones.map(({ zone, label }) => [zone, label]));

/** What stands in the company view. */
export async function loadCompany({ api, me }: MemberArgs) {
  const [{ member, company }, profile] = await Promise.all([me(), api.call(readCompanyProfile, {})]);
  return {
    profile,
    addressRow,
    rows: rowsOf(profile),
    warning: profile.abn && profile.acn ? (abnAcnWarning(profile.abn, profile.acn) ?? null) : null,
    billingCountry: company.billingCountryCode,
    // Here and not in the page: the contract would bring zod along.
    sectorChoices: sectors.map((value) => ({ value, label: sectorLabels[value] })),
    timeZoneChoices: timeZones.map(({ zone, label }) => ({ value: zone, label })),
    changed: instantText(profile.updatedAt, company.timeZone),
    mayWrite: may({ member, company }, 'company.write'),
    requestKey: newRequestKey(),
  };
}

/** What the form gets back when nothing was saved. */
export interface CompanyAnswer extends FormAnswer {
  found?: FoundAddresses;
  /** Somebody else saved first. */
  stale?: { rows: VersionRow[]; keptVersion: number; keptAt: string };
  requestKey?: string;
}

/** The posted form under the names of the contract. */
function asContract(form: FormData): FormData {
  const renamed = new FormData();
  for (const [name, value] of form) renamed.append(name.replace(/^addresses\[0\]/, 'address'), value);
  return renamed;
}

/** A reply under the names of the form, with everything that was typed. */
function asForm(form: FormData, reply: FormAnswer['reply']): FormAnswer['reply'] {
  const { initialValue } = parse(form, { resolve: () => ({ value: {} }) }).reply();
  const error = Object.entries(reply.error ?? {}).map(([name, sentences]) => [
    name.replace(/^address(?=\.|$)/, addressRow),
    sentences,
  ]);
  return { initialValue, error: Object.fromEntries(error) };
}

type Shown = Omit<CompanyProfile, 'version' | 'updatedAt'>;

function rowsOf(profile: Shown): { label: string; text: string }[] {
  const { address } = profile;
  const lines = address
    ? [
        address.addressLine1,
        address.addressLine2,
        address.suburb,
        [address.city, address.state, address.postcode].filter(Boolean).join(' '),
        countryName(address.countryCode),
      ].filter(Boolean)
    : [];
  return [
    { label: 'Name', text: profile.name },
    { label: 'Legal name', text: profile.legalName ?? '' },
    { label: 'What the company does', text: profile.sector ? sectorLabels[profile.sector] : '' },
    { label: 'Countries whose law applies', text: profile.regulatedIn.map(countryName).join(', ') },
    { label: 'NZBN', text: profile.nzbn ?? '' },
    { label: 'ABN', text: profile.abn ?? '' },
    { label: 'ACN', text: profile.acn ?? '' },
    { label: 'Address', text: lines.join('\n') },
    { label: 'Time zone', text: timeZoneLabels.get(profile.timeZone) ?? profile.timeZone },
  ];
}

function versionRows(sent: z.output<typeof companyProfileInput>, kept: CompanyProfile): VersionRow[] {
  const { legalName = null, sector = null, nzbn = null, abn = null, acn = null, address = null } = sent;
  const mine = rowsOf({ ...sent, legalName, sector, nzbn, abn, acn, address });
  return rowsOf(kept).map(({ label, text }, index) => ({ label, mine: mine[index]?.text ?? '', kept: text }));
}

function answerRefusal(
  form: FormData,
  submission: Submission<unknown>,
  sent: z.output<typeof companyProfileInput>,
  problem: Problem,
  timeZone: string,
) {
  const refused = answerProblem(submission, problem);
  const answer: CompanyAnswer = { ...refused, reply: asForm(form, refused.reply) };
  const kept = companyProfile.safeParse(problem.current);
  if (problem.code === 'record.stale' && kept.success) {
    answer.reply.error = {};
    answer.stale = {
      rows: versionRows(sent, kept.data),
      keptVersion: kept.data.version,
      keptAt: `on ${instantText(kept.data.updatedAt, timeZone)}`,
    };
  }
  if (problem.code === 'requestKey.reused') answer.requestKey = newRequestKey();
  return data<CompanyAnswer>(answer, { status: problem.status });
}

/** Saves the company's details, or answers the address look-up's buttons. */
export async function answerCompany({ api, me, request }: MemberArgs) {
  const form = await readForm(request);
  const looked = await answerIntent(form, addressLookup());
  if (looked) return data<CompanyAnswer>(looked);
  settleProviders(form);
  const overwritten = form.get('overwriteVersion');
  if (overwritten !== null) form.set('version', overwritten);
  const submission = parseForm(asContract(form), companyProfileInput);
  if (submission.status !== 'success') {
    return data<CompanyAnswer>({ reply: asForm(form, submission.reply()) }, { status: 422 });
  }
  const sent = await api.submit(updateCompanyProfile, {
    body: submission.value,
    requestKey: requestKeyOf(form),
  });
  if (sent.ok)
    return redirectWithFlash('/settings?view=company', { kind: 'success', text: 'Changes saved.' });
  const { company } = await me();
  return answerRefusal(form, submission, submission.value, sent.problem, company.timeZone);
}
