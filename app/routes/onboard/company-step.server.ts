import { parse, type Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { z } from 'zod';
import type { Problem } from '#contract/errors.ts';
import {
  companyDetails,
  companyDetailsInput,
  lookUpCompany,
  type OnboardingState,
  saveCompanyDetails,
  sectorLabels,
} from '#contract/onboarding.ts';
import { countryName } from '#rules/countries.ts';
import { addressLookup } from '../../address-lookup-service.server.ts';
import type { FoundAddresses } from '../../components/address-fields.tsx';
import { parseForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import type { VersionRow } from '../../components/forms/stale-record.tsx';
import type { MainApi } from '../../main-api.server.ts';
import { answerIntent, settleProviders } from '../clients/client-form-lookup.server.ts';
import { addressRow } from './address-row.ts';
import { asContract } from './onboard-form.server.ts';

/** What the company's form gets back when nothing was saved. */
export interface CompanyAnswer extends FormAnswer {
  found?: FoundAddresses;
  /** What the register says, once it was asked. */
  register?: string;
  /** Somebody else saved first. */
  stale?: { rows: VersionRow[]; keptVersion: number };
  requestKey?: string;
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

type Details = z.output<typeof companyDetailsInput>;
type Versioned = Pick<
  OnboardingState['company'],
  'legalName' | 'sector' | 'regulatedIn' | 'nzbn' | 'abn' | 'address'
>;

function versionRows(sent: Details, kept: Versioned): VersionRow[] {
  const mine: Versioned = {
    ...sent,
    nzbn: sent.nzbn ?? null,
    abn: sent.abn ?? null,
    address: sent.address ?? null,
  };
  const row = (label: string, show: (version: Versioned) => string | null): VersionRow => ({
    label,
    mine: show(mine) ?? '',
    kept: show(kept) ?? '',
  });
  return [
    row('Legal name', ({ legalName }) => legalName),
    row('What your company does', ({ sector }) => sector && sectorLabels[sector]),
    row('Countries', ({ regulatedIn }) => regulatedIn.map(countryName).join(', ')),
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

function answerRefusal(form: FormData, submission: Submission<unknown>, sent: Details, problem: Problem) {
  const refused = answerProblem(submission, problem);
  const answer: CompanyAnswer = { ...refused, reply: asForm(form, refused.reply) };
  const kept = companyDetails.safeParse(problem.current);
  if (problem.code === 'record.stale' && kept.success) {
    answer.reply.error = {};
    answer.stale = { rows: versionRows(sent, kept.data), keptVersion: kept.data.version };
  }
  if (problem.code === 'requestKey.reused') answer.requestKey = newRequestKey();
  return data<CompanyAnswer>(answer, { status: problem.status });
}

/** Asks a register and fills the form in; what was typed besides stays. */
async function fillFromRegister(form: FormData, api: MainApi, register: 'nzbn' | 'abr') {
  const field = register === 'nzbn' ? 'nzbn' : 'abn';
  const number = String(form.get(field) ?? '');
  const asked = await api.submit(lookUpCompany, { body: { register, number } });
  if (!asked.ok) {
    const { fields, detail, title } = asked.problem;
    const sentences = fields?.[field] ?? fields?.number ?? [detail ?? `${title}.`];
    return data<CompanyAnswer>(
      { reply: asForm(form, { error: { [field]: sentences } }) },
      { status: asked.problem.status },
    );
  }
  const found = asked.value;
  form.set('legalName', found.legalName);
  if (found.nzbn !== null) form.set('nzbn', found.nzbn);
  if (found.abn !== null) form.set('abn', found.abn);
  for (const [part, value] of Object.entries(found.address ?? {})) form.set(`${addressRow}.${part}`, value);
  const address =
    found.address === null
      ? 'It gives no address that could be taken over.'
      : 'Look the address over: registers write addresses their own way.';
  return data<CompanyAnswer>({
    reply: asForm(form, {}),
    register: `${found.legalName}, ${found.status.toLowerCase()}. ${address} Nothing is saved yet.`,
  });
}

/** Answers the form of the company's details. Saved: true. */
export async function answerCompany(form: FormData, api: MainApi) {
  const intent = form.get('intent');
  if (intent === 'register:nzbn') return fillFromRegister(form, api, 'nzbn');
  if (intent === 'register:abr') return fillFromRegister(form, api, 'abr');
  const looked = await answerIntent(form, addressLookup());
  if (looked) return looked as CompanyAnswer;
  settleProviders(form);
  const overwritten = form.get('overwriteVersion');
  if (overwritten !== null) form.set('version', overwritten);
  const submission = parseForm(asContract(form), companyDetailsInput);
  if (submission.status !== 'success') {
    return data<CompanyAnswer>({ reply: asForm(form, submission.reply()) }, { status: 422 });
  }
  const requestKey = requestKeyOf(form);
  const sent = await api.submit(saveCompanyDetails, {
    body: submission.value,
    ...(requestKey === undefined ? {} : { requestKey }),
  });
  return sent.ok ? sent.value : answerRefusal(form, submission, submission.value, sent.problem);
}
