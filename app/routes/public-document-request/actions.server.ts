import { randomUUID } from 'node:crypto';
import { data, redirect } from '@remix-run/node';
import { startPublicRequest } from '#contract/document-requests/public-document-request.ts';
import type { Problem } from '#contract/errors.ts';
import { nextItem } from '#rules/document-requests/progress.ts';
import { formActions, type PressedButton } from '../../components/forms/form-actions.server.ts';
import { throwFieldErrors } from '../../components/forms/parse-form.server.ts';
import { itemHref } from './pages.ts';
import { type PostArgs, type PostedForm, readPost, readPosted } from './posted-form.server.ts';
import { type RecipientArgs, requestPath } from './recipient.server.ts';
import { remove, save, saveAndContinue, skip, submitAll } from './save-items.server.ts';
import { createTally, getMessages, type RequestResult, type Tally } from './tally.server.ts';
import { lookup, searchedItem, withTypedAndSelected } from './typed-items.server.ts';

type Answer = ReturnType<Tally['again']> | ReturnType<typeof redirect>;

/** A button of the request's form. @param read parses the button's target; undefined for an unknown one */
function onForm<Target extends { itemId: string | null }>(
  read: (target: string) => Target | undefined,
  result: (args: PostArgs, posted: PostedForm, tally: Tally, target: Target) => Answer | Promise<Answer>,
) {
  return async (args: PostArgs, form: FormData, { intent, target }: PressedButton): Promise<Answer> => {
    const about = read(target) ?? throwFieldErrors();
    const posted = await readPosted(args, form);
    return result(args, posted, createTally(posted, { intent, itemId: about.itemId }), about);
  };
}

const ofNone = () => ({ itemId: null });
const id = '[0-9a-f-]{36}';
const itemTarget = new RegExp(`^${id}$`);
const fileTarget = new RegExp(`^(${id}):(${id})$`);
const addressTarget = new RegExp(`^(${id})\\.address$`);

const ofItem = (target: string) => (itemTarget.test(target) ? { itemId: target } : undefined);

function ofFile(target: string) {
  const [, itemId, fileId] = fileTarget.exec(target) ?? [];
  return itemId !== undefined && fileId !== undefined ? { itemId, fileId } : undefined;
}

function ofAddress(target: string) {
  const itemId = addressTarget.exec(target)?.[1];
  return itemId === undefined ? undefined : { itemId };
}

/** Enter in an address search means "find", even if it presses a button that saves. */
const unlessSearched =
  <Target extends { itemId: string | null }>(
    saves: (args: PostArgs, posted: PostedForm, tally: Tally, itemId: Target['itemId']) => Promise<Answer>,
  ) =>
  (args: PostArgs, posted: PostedForm, tally: Tally, { itemId }: Target): Answer | Promise<Answer> => {
    const searched = searchedItem(posted, itemId);
    return searched === undefined
      ? saves(args, posted, tally, itemId)
      : lookup(posted, tally, 'find', searched.id);
  };

/** The page again, after a post that failed as a whole. */
const rejectedPost = (problem: Problem) =>
  data<RequestResult>(
    {
      stamp: randomUUID(),
      pressed: null,
      isSubmission: false,
      problems: getMessages(problem),
      missing: [],
      items: {},
      hasConsent: false,
    },
    { status: problem.status },
  );

async function start(args: PostArgs): Promise<Answer> {
  const sent = await args.recipient.submit(startPublicRequest, { body: {} });
  if (!sent.ok) return rejectedPost(sent.problem);
  const first = nextItem(sent.value.items, null);
  return redirect(first === undefined ? requestPath(args) : itemHref(requestPath(args), first));
}

/** Actions of the pages: start, one item, and the check before submitting. */
const recipientActions = formActions({
  start,
  submit: onForm(ofNone, submitAll),
  save: onForm(ofNone, unlessSearched<{ itemId: string | null }>(save)),
  'save:': onForm(ofItem, unlessSearched<{ itemId: string }>(save)),
  'next:': onForm(ofItem, unlessSearched<{ itemId: string }>(saveAndContinue)),
  'skip:': onForm(ofItem, (args, posted, _tally, { itemId }) => skip(args, posted, itemId)),
  'remove:': onForm(ofFile, remove),
  refresh: onForm(ofNone, (_args, posted, tally) => {
    withTypedAndSelected(posted, tally);
    return tally.again(200);
  }),
  'find:': onForm(ofAddress, (_args, posted, tally, { itemId }) => lookup(posted, tally, 'find', itemId)),
  'use:': onForm(ofAddress, (_args, posted, tally, { itemId }) => lookup(posted, tally, 'use', itemId)),
});

/** The page again, after a form with too much text, of which nothing was saved. Preserves the input as far as it was returned. */
async function showCutForm(args: RecipientArgs, form: FormData, problem: Problem) {
  const posted = await readPosted({ ...args, received: undefined }, form);
  const tally = createTally(posted, { intent: '', itemId: null });
  withTypedAndSelected(posted, tally);
  tally.problems.push(...getMessages(problem));
  return tally.again(problem.status);
}

/** Handles a post of the page. */
export async function handleRecipientAction(args: RecipientArgs) {
  const post = await readPost(args);
  if (post.ok) return recipientActions({ ...args, received: post.received }, post.form);
  return post.form ? showCutForm(args, post.form, post.problem) : rejectedPost(post.problem);
}
