import { data, redirect } from '@remix-run/node';
import type { Problem } from '#contract/errors.ts';
import {
  giveDetails,
  giveFiles,
  givenDetails,
  readPublicRequest,
  removeFile,
  startPublicRequest,
  submitPublicRequest,
} from '#contract/public-document-requests.ts';
import { addressLookup } from '../../address-lookup-service.server.ts';
import type { FoundAddresses } from '../../components/address-fields.tsx';
import { parseForm, readForm } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer } from '../../components/forms/reply.server.ts';
import { answerIntent, settleProviders } from '../clients/client-form-lookup.server.ts';
import type { RecipientArgs } from './recipient.server.ts';

/** What a post answers that did not go ahead, or went only in part: about one item, or about the whole. */
export interface RequestAnswer {
  /** Id of the item; null for the start and the end of the page. */
  itemId: string | null;
  /** Sentences about a post without fields of its own. */
  problems: string[];
  /** What went ahead all the same. */
  done?: string;
  reply?: FormAnswer['reply'];
  found?: FoundAddresses;
}

const isId = /^[0-9a-f-]{36}$/;

function sentencesOf(problem: Problem): string[] {
  const sentences = [...new Set(Object.values(problem.fields ?? {}).flat())];
  return sentences.length > 0 ? sentences : [problem.detail ?? `${problem.title}.`];
}

const refused = (status: number, answer: RequestAnswer) => data(answer, { status });

const text = (form: FormData, name: string): string => {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
};

async function giveFilesTo({ recipient, request, transactionId }: RecipientArgs, itemId: string) {
  const sent = await recipient.pass(giveFiles, { params: { itemId } }, request);
  if (!sent.ok) return refused(sent.problem.status, { itemId, problems: sentencesOf(sent.problem) });
  const { kept, known, refused: problems } = sent.value;
  if (problems.length > 0) {
    const done =
      kept > 0 ? (kept === 1 ? 'The other file is saved.' : `${kept} other files are saved.`) : undefined;
    return refused(422, { itemId, problems, ...(done ? { done } : {}) });
  }
  const state = kept === 0 && known > 0 ? 'known' : 'saved';
  return redirect(`/document_request/${transactionId}?${state}=${itemId}#item-${itemId}`);
}

async function giveDetailsTo({ recipient, transactionId }: RecipientArgs, form: FormData, itemId: string) {
  if (/^(find|use|refresh)\b/.test(text(form, 'intent')) || text(form, 'address.find').trim() !== '') {
    // The link is asked first: without a live one nothing is looked up.
    await recipient.call(readPublicRequest, {});
    const found = await answerIntent(form, addressLookup());
    if (found) return data<RequestAnswer>({ itemId, problems: [], reply: found.reply, found: found.found });
  }
  settleProviders(form);
  const submission = parseForm(form, givenDetails);
  if (submission.status !== 'success')
    return refused(422, { itemId, problems: [], reply: submission.reply() });
  const sent = await recipient.submit(giveDetails, { params: { itemId }, body: submission.value });
  if (sent.ok) return redirect(`/document_request/${transactionId}?saved=${itemId}#item-${itemId}`);
  const { reply } = answerProblem(submission, sent.problem);
  return refused(sent.problem.status, { itemId, problems: [], reply });
}

/** A post of the page: each item has a form of its own, the start and the end have theirs. */
export async function answerRecipient(args: RecipientArgs) {
  const { request, recipient, transactionId, url } = args;
  const here = `/document_request/${transactionId}`;
  const itemId = url.searchParams.get('item') ?? '';
  const isUpload = /^multipart\/form-data\b/i.test(request.headers.get('Content-Type') ?? '');
  if (isUpload && isId.test(itemId)) return giveFilesTo(args, itemId);
  const form = await readForm(request);
  const intent = text(form, 'intent');
  if (intent === 'start') {
    const sent = await recipient.submit(startPublicRequest, { body: {} });
    if (sent.ok) return redirect(`${here}#items`);
    return refused(sent.problem.status, { itemId: null, problems: sentencesOf(sent.problem) });
  }
  if (intent === 'submit') {
    const isAgreed = form.get('consent') === 'on';
    const sent = await recipient.submit(submitPublicRequest, { body: { consent: isAgreed as true } });
    if (sent.ok) return redirect(`${here}#top`);
    return refused(sent.problem.status, { itemId: null, problems: sentencesOf(sent.problem) });
  }
  if (!isId.test(itemId)) throw Response.json({ code: 'request.malformed' }, { status: 400 });
  if (intent.startsWith('remove:')) {
    const fileId = intent.slice('remove:'.length);
    const sent = await recipient.submit(removeFile, { params: { itemId, fileId }, body: {} });
    if (sent.ok) return redirect(`${here}?removed=${itemId}#item-${itemId}`);
    return refused(sent.problem.status, { itemId, problems: sentencesOf(sent.problem) });
  }
  return giveDetailsTo(args, form, itemId);
}
