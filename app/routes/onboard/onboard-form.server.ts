import { parse, type Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { z } from 'zod';
import type { Problem } from '#contract/errors.ts';
import { companyDetails, type onboardingInput, sectorLabels } from '#contract/onboarding.ts';
import { countryName } from '#rules/countries.ts';
import type { FoundAddresses } from '../../components/address-fields.tsx';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import type { VersionRow } from '../../components/forms/stale-record.tsx';
import { addressRow } from './address-row.ts';

/** What the action answers when nothing was saved. */
export interface OnboardAnswer extends FormAnswer {
  found?: FoundAddresses;
  /** Somebody else saved first. */
  stale?: { rows: VersionRow[]; keptVersion: number };
  requestKey?: string;
}

/** The posted form under the names of the contract. */
export function asContract(form: FormData): FormData {
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

/** The answer to a form that does not parse. */
export function answerInvalid(form: FormData, submission: Submission<unknown>) {
  return data<OnboardAnswer>({ reply: asForm(form, submission.reply()) }, { status: 422 });
}

/** The answer to a refusal of the API: errors beside their fields, or both versions. */
export function answerRefusal(
  form: FormData,
  submission: Submission<unknown>,
  sent: z.output<typeof onboardingInput>,
  problem: Problem,
) {
  const refused = answerProblem(submission, problem);
  const answer: OnboardAnswer = { ...refused, reply: asForm(form, refused.reply) };
  const kept = companyDetails.safeParse(problem.current);
  if (problem.code === 'record.stale' && kept.success) {
    answer.reply.error = {};
    answer.stale = { rows: versionRows(sent, kept.data), keptVersion: kept.data.version };
  }
  if (problem.code === 'requestKey.reused') answer.requestKey = newRequestKey();
  return data<OnboardAnswer>(answer, { status: problem.status });
}

type Versioned = Pick<
  z.output<typeof companyDetails>,
  'legalName' | 'sector' | 'regulatedIn' | 'nzbn' | 'abn' | 'address'
>;

function versionRows(sent: z.output<typeof onboardingInput>, kept: Versioned): VersionRow[] {
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
