import type { SubmissionResult } from '@conform-to/react';
import { redirect } from '@remix-run/node';
import {
  consentMissing,
  removeFile,
  submitPublicRequest,
  submitRequestDetails,
  submittedDetailsInput,
} from '#contract/document-requests/public-document-request.ts';
import { nextItem } from '#rules/document-requests/progress.ts';
import { asTyped, resolveProviders } from '../../components/address/address-form.server.ts';
import { toFormResult } from '../../components/forms/form-result.server.ts';
import { parseForm, textIn } from '../../components/forms/parse-form.server.ts';
import { checkHref, isMissing, itemHref } from './pages.ts';
import { getItemTexts, isFilled, type PostedForm, type RequestItem } from './posted-form.server.ts';
import { type RecipientArgs, requestPath } from './recipient.server.ts';
import { getMessages, type Tally } from './tally.server.ts';
import { en as texts } from './texts/en.ts';
import { withTyped } from './typed-items.server.ts';

/** Saves the details of an item, or reports their errors. */
async function saveDetails(
  { recipient }: RecipientArgs,
  { id }: RequestItem,
  texts: FormData,
): Promise<SubmissionResult | undefined> {
  resolveProviders(texts);
  const submission = parseForm(texts, submittedDetailsInput);
  if (submission.status !== 'success') return submission.reply();
  const sent = await recipient.submit(submitRequestDetails, {
    params: { itemId: id },
    body: submission.value,
  });
  return sent.ok ? undefined : toFormResult(submission, sent.problem).reply;
}

/** Saves the valid details of all items. Reports errors for the items in `tells`. */
async function saveAll(
  args: RecipientArgs,
  { form, request }: PostedForm,
  tally: Tally,
  { wants, tells }: { wants: (item: RequestItem) => boolean; tells: (item: RequestItem) => boolean },
) {
  for (const item of request.items.filter(({ kind }) => kind === 'details')) {
    const texts = getItemTexts(form, item);
    if (!isFilled(texts) && !wants(item)) continue;
    const reply = await saveDetails(args, item, texts);
    if (reply === undefined) tally.saved.add(item.id);
    else tally.of(item.id).reply = tells(item) ? reply : asTyped(texts);
  }
}

/** "Submit": saves all valid input, and submits the request only if there is no error. */
export async function submitAll(args: RecipientArgs, posted: PostedForm, tally: Tally) {
  const { form, request } = posted;
  const isHere = ({ id }: RequestItem) => [...form.keys()].some((name) => name.startsWith(`${id}.`));
  await saveAll(args, posted, tally, {
    wants: (item) => isMissing(item) && isHere(item),
    tells: () => true,
  });
  for (const item of request.items) {
    const isAnswered = tally.saved.has(item.id) || tally.isAnswered(item.id);
    if (isMissing(item) && !isAnswered) tally.missing.push(item.id);
  }
  const hasConsent = textIn(posted.form, 'consent') === 'on';
  if (!hasConsent) tally.problems.push(consentMissing);
  if (tally.isWrong()) return tally.again(422);
  const sent = await args.recipient.submit(submitPublicRequest, { body: { consent: hasConsent as true } });
  if (sent.ok) return redirect(`${requestPath(args)}#top`);
  tally.problems.push(...getMessages(sent.problem));
  return tally.again(sent.problem.status);
}

/** Saves what a form holds. @returns the page again, with errors or unfinished input; undefined if everything was saved */
async function saveHeld(args: RecipientArgs, posted: PostedForm, tally: Tally, itemId: string | null) {
  const isPressed = ({ id }: RequestItem) => id === itemId;
  await saveAll(args, posted, tally, {
    wants: isPressed,
    tells: (item) => itemId === null || isPressed(item),
  });
  const pressed = posted.request.items.find(isPressed);
  const hasFiles = posted.items.some((item) => item.itemId === itemId);
  if (pressed?.kind === 'document' && !hasFiles) tally.of(pressed.id).files = [texts.item.chooseFirst];
  const savedIds = [...tally.saved, ...tally.known];
  if (itemId === null && savedIds.length === 0 && !tally.hasMore())
    tally.problems.push(texts.item.nothingFilled);
  if (tally.isWrong()) return tally.again(422);
  return tally.hasMore() ? tally.again(200) : undefined;
}

/** URL of a page with a notice of what was saved. */
function withNotices(page: string, { saved, known }: Tally): string {
  const notices = [...[...saved].map((id) => ['saved', id]), ...[...known].map((id) => ['known', id])];
  if (notices.length === 0) return page;
  return `${page}${page.includes('?') ? '&' : '?'}${new URLSearchParams(notices)}`;
}

/** Saves and returns to the item. */
export async function save(args: RecipientArgs, posted: PostedForm, tally: Tally, itemId: string | null) {
  const unsaved = await saveHeld(args, posted, tally, itemId);
  if (unsaved !== undefined) return unsaved;
  const id = itemId ?? [...tally.saved, ...tally.known][0] ?? '';
  return redirect(withNotices(itemHref(requestPath(args), { id }), tally));
}

/** The page after an item: the next one, or the check of all answers. */
function pageAfter(
  args: RecipientArgs,
  { request: { items } }: PostedForm,
  itemId: string,
  done: boolean,
): string {
  const following = nextItem(
    items.map((item) => (done && item.id === itemId ? { ...item, status: 'given' as const } : item)),
    itemId,
  );
  return following === undefined ? checkHref(requestPath(args)) : itemHref(requestPath(args), following);
}

/** Saves and leads on. An item that was submitted before needs nothing more. */
export async function saveAndContinue(args: RecipientArgs, posted: PostedForm, tally: Tally, itemId: string) {
  const item = posted.request.items.find(({ id }) => id === itemId);
  const holdsNothing =
    !posted.items.some((received) => received.itemId === itemId) &&
    !(item !== undefined && isFilled(getItemTexts(posted.form, item)));
  if (!(item?.status === 'given' && holdsNothing)) {
    const unsaved = await saveHeld(args, posted, tally, itemId);
    if (unsaved !== undefined) return unsaved;
  }
  return redirect(withNotices(pageAfter(args, posted, itemId, true), tally));
}

/** Leads on without an optional item. */
export const skip = async (args: RecipientArgs, posted: PostedForm, itemId: string) =>
  redirect(pageAfter(args, posted, itemId, false));

/** Removes a file; preserves all input. */
export async function remove(
  args: RecipientArgs,
  posted: PostedForm,
  tally: Tally,
  { itemId, fileId }: { itemId: string; fileId: string },
) {
  withTyped(posted, tally);
  const sent = await args.recipient.submit(removeFile, { params: { itemId, fileId }, body: {} });
  if (!sent.ok) {
    tally.of(itemId).files = getMessages(sent.problem);
    return tally.again(sent.problem.status);
  }
  if (!tally.hasMore() && tally.saved.size === 0)
    return redirect(`${itemHref(requestPath(args), { id: itemId })}&removed=${itemId}`);
  tally.of(itemId).done = texts.item.removed;
  return tally.again(200);
}
