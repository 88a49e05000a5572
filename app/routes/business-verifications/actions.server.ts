import { data } from '@remix-run/node';
import type { z } from 'zod';
import {
  chooseRegistryEntity,
  continueBusinessVerification,
  createOwnershipParties,
  decideBusinessVerification,
  editOwnership,
  expandOwnership,
  settleMismatch,
} from '#contract/business-verifications.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer } from '../../components/forms/reply.server.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';

/** The answer to a form that did not go ahead; `form` says to which. */
export type VerificationAnswer = FormAnswer & { form: string };

const text = (form: FormData, name: string) => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

/** The parties form as the contract has it: a row of those whose box is ticked alone. */
function partiesForm(form: FormData): FormData {
  const rows = new FormData();
  rows.set('version', text(form, 'version'));
  for (const [index, nodeId] of form.getAll('include').entries()) {
    if (typeof nodeId !== 'string') continue;
    rows.set(`parties[${index}].nodeId`, nodeId);
    const clientId = text(form, `clientOf.${nodeId}`);
    const country = text(form, `countryOf.${nodeId}`);
    if (clientId) rows.set(`parties[${index}].clientId`, clientId);
    if (country) rows.set(`parties[${index}].country`, country);
  }
  return rows;
}

type Sent = { endpoint: Endpoint; schema: z.ZodType; form: FormData; done: string; anchor: string };

function sentAs(form: FormData): Sent | undefined {
  switch (form.get('intent')) {
    case 'choose':
      return {
        endpoint: chooseRegistryEntity,
        schema: chooseRegistryEntity.body,
        form,
        done: 'The register was asked. What it answered is below.',
        anchor: 'extract',
      };
    case 'settle':
      return {
        endpoint: settleMismatch,
        schema: settleMismatch.body,
        form,
        done: 'The difference is settled.',
        anchor: 'differences',
      };
    case 'expand':
      return {
        endpoint: expandOwnership,
        schema: expandOwnership.body,
        form,
        done: 'Registers are asked about the holders.',
        anchor: 'ownership',
      };
    case 'continue':
      return {
        endpoint: continueBusinessVerification,
        schema: continueBusinessVerification.body,
        form: new FormData(),
        done: 'This is how far it has come.',
        anchor: 'asking',
      };
    case 'parties':
      return {
        endpoint: createOwnershipParties,
        schema: createOwnershipParties.body,
        form: partiesForm(form),
        done: 'Recorded as parties of the client.',
        anchor: 'verify',
      };
    case 'addNode':
    case 'saveHolding':
    case 'addControl':
    case 'remove':
      return {
        endpoint: editOwnership,
        schema: editOwnership.body,
        form,
        done: 'The ownership is saved.',
        anchor: 'ownership',
      };
    case 'decide':
      return {
        endpoint: decideBusinessVerification,
        schema: decideBusinessVerification.body,
        form,
        done:
          text(form, 'decision') === 'cancel'
            ? 'The verification is cancelled.'
            : 'The decision is recorded.',
        anchor: '',
      };
    default:
      return undefined;
  }
}

/** A post to the page of a verification, by the form whose it is. */
export async function answerVerificationPage({ api, params, request }: MemberArgs) {
  const form = await readForm(request);
  const sent = sentAs(form);
  const href = `/clients/${params.clientId ?? ''}/kyb_verifications/${params.verificationId ?? ''}`;
  if (sent === undefined) return data(null, { status: 400 });
  const name = text(form, 'form') || text(form, 'intent');
  const submission = parseForm(sent.form, sent.schema);
  if (submission.status !== 'success') {
    return data<VerificationAnswer>({ form: name, reply: submission.reply() }, { status: 422 });
  }
  const answered = await api.submit(sent.endpoint, {
    params: { id: params.verificationId ?? '' },
    body: submission.value,
    requestKey: requestKeyOf(form),
  } as never);
  if (answered.ok) {
    return redirectWithFlash(`${href}${sent.anchor ? `#${sent.anchor}` : ''}`, {
      kind: 'success',
      text: sent.done,
    });
  }
  return data<VerificationAnswer>(
    { form: name, ...answerProblem(submission, answered.problem) },
    { status: answered.problem.status },
  );
}
