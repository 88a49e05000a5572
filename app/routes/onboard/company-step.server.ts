import type { Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { z } from 'zod';
import {
  companyDetails,
  companyDetailsInput,
  lookupCompany,
  type OnboardingState,
  saveCompanyDetails,
} from '#contract/company/onboarding.ts';
import type { Problem } from '#contract/errors.ts';
import { countryName } from '#rules/countries.ts';
import type { CompanyFacts } from '#rules/firm/company-facts.ts';
import { sectorLabels } from '#rules/sectors.ts';
import type { FoundAddresses } from '../../components/address/address-fields.tsx';
import { addressForm } from '../../components/address/address-form.server.ts';
import { addressRow } from '../../components/address/address-row.ts';
import { asForm, toContractFields } from '../../components/address/single-address.server.ts';
import { companyFactRows } from '../../components/company-facts/company-fact-rows.ts';
import { formActions, type PressedButton } from '../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey, toFormResult } from '../../components/forms/form-result.server.ts';
import { getRequestKey, parseForm, throwFieldErrors } from '../../components/forms/parse-form.server.ts';
import type { VersionRow } from '../../components/forms/version-conflict.tsx';
import type { MemberArgs } from '../../session/guard-args.server.ts';

/** Result of a rejected company form. */
export interface CompanyResult extends FormResult {
  found?: FoundAddresses;
  /** Result of the register lookup, as text. */
  register?: string;
  /** Someone else saved first. */
  stale?: { rows: VersionRow[]; savedVersion: number };
  requestKey?: string;
}

type Details = z.output<typeof companyDetailsInput>;
type Versioned = Pick<
  OnboardingState['company'],
  'legalName' | 'sector' | 'regulatedIn' | 'nzbn' | 'abn' | 'address'
> &
  CompanyFacts;

function versionRows(sent: Details, saved: Versioned): VersionRow[] {
  const mine: Versioned = {
    ...sent,
    australianTranche: sent.australianTranche ?? null,
    firstServiceNz: sent.firstServiceNz ?? null,
    firstServiceAu: sent.firstServiceAu ?? null,
    formerSupervisor: sent.formerSupervisor ?? null,
    enrolmentNumber: sent.enrolmentNumber ?? null,
    nzbn: sent.nzbn ?? null,
    abn: sent.abn ?? null,
    address: sent.address ?? null,
  };
  const row = (label: string, show: (version: Versioned) => string | null): VersionRow => ({
    label,
    mine: show(mine) ?? '',
    kept: show(saved) ?? '',
  });
  const factsSaved = companyFactRows(saved);
  return [
    row('Legal name', ({ legalName }) => legalName),
    row('Sector', ({ sector }) => sector && sectorLabels[sector]),
    row('Countries', ({ regulatedIn }) => regulatedIn.map(countryName).join(', ')),
    ...companyFactRows(mine).map(({ label, text }, index) => ({
      label,
      mine: text,
      kept: factsSaved[index]?.text ?? '',
    })),
    row('NZBN', ({ nzbn }) => nzbn),
    row('ABN', ({ abn }) => abn),
    row('Address', ({ address }) =>
      address
        ? [address.addressLine1, address.addressLine2, address.suburb, address.state, address.postcode]
            .filter(Boolean)
            .join('\n')
        : null,
    ),
  ];
}

function handleApiError(form: FormData, submission: Submission<unknown>, sent: Details, problem: Problem) {
  const rejected = toFormResult(submission, problem);
  const result: CompanyResult = { ...rejected, reply: asForm(form, rejected.reply) };
  const current = companyDetails.safeParse(problem.current);
  if (problem.code === 'record.versionConflict' && current.success) {
    result.reply.error = {};
    result.stale = { rows: versionRows(sent, current.data), savedVersion: current.data.version };
  }
  if (problem.code === 'idempotencyKey.reused') result.requestKey = newRequestKey();
  return data<CompanyResult>(result, { status: problem.status });
}

/** Looks the company up in a register and prefills the form; other fields stay as typed. */
async function fillFromRegister({ api }: MemberArgs, form: FormData, { target: register }: PressedButton) {
  if (register !== 'nzbn' && register !== 'abr') return throwFieldErrors();
  const field = register === 'nzbn' ? 'nzbn' : 'abn';
  const number = String(form.get(field) ?? '');
  const lookup = await api.submit(lookupCompany, { body: { register, number } });
  if (!lookup.ok) {
    const { fields, detail, title } = lookup.problem;
    const messages = fields?.[field] ?? fields?.number ?? [detail ?? `${title}.`];
    return data<CompanyResult>(
      { reply: asForm(form, { error: { [field]: messages } }) },
      { status: lookup.problem.status },
    );
  }
  const found = lookup.value;
  form.set('legalName', found.legalName);
  if (found.nzbn !== null) form.set('nzbn', found.nzbn);
  if (found.abn !== null) form.set('abn', found.abn);
  for (const [part, value] of Object.entries(found.address ?? {})) form.set(`${addressRow}.${part}`, value);
  const address =
    found.address === null ? 'The register has no usable address.' : 'Check the address format.';
  return data<CompanyResult>({
    reply: asForm(form, {}),
    register: `${found.legalName}, ${found.status.toLowerCase()}. ${address} Nothing is saved yet.`,
  });
}

/** The step of the company's details: register lookup, the buttons of its address, and saving. Saved: the state of setup. */
export function companyStep<Saved>(accepted: (state: OnboardingState) => Saved) {
  async function save({ api }: MemberArgs, form: FormData) {
    const submission = parseForm(toContractFields(form), companyDetailsInput);
    if (submission.status !== 'success') {
      return data<CompanyResult>({ reply: asForm(form, submission.reply()) }, { status: 422 });
    }
    const sent = await api.submit(saveCompanyDetails, {
      body: submission.value,
      requestKey: getRequestKey(form),
    });
    return sent.ok ? accepted(sent.value) : handleApiError(form, submission, submission.value, sent.problem);
  }
  const buttons = addressForm(save, (result) => data<CompanyResult>(result));
  return formActions({ 'register:': fillFromRegister, ...buttons }, { otherwise: 'save' });
}
