import type { SubmissionResult } from '@conform-to/react';
import { redirect } from '@remix-run/node';
import {
  consentMissing,
  removeFile,
  submitPublicRequest,
  submitRequestDetails,
  submittedDetailsInput,
} from '#contract/document-requests/public-document-request.ts';
import { asTyped, resolveProviders } from '../../components/address/address-form.server.ts';
import { toFormResult } from '../../components/forms/form-result.server.ts';
import { parseForm, textIn } from '../../components/forms/parse-form.server.ts';
import { getItemTexts, isFilled, type PostedForm, type RequestItem } from './posted-form.server.ts';
import { type RecipientArgs, requestPath } from './recipient.server.ts';
import { getMessages, type Tally } from './tally.server.ts';
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
  const isLacking = ({ required, status }: RequestItem) =>
    status === 'rejected' || (required && status === 'requested');
  await saveAll(args, posted, tally, { wants: isLacking, tells: () => true });
  for (const item of posted.request.items) {
    if (item.kind !== 'document' || !isLacking(item)) continue;
    const result = tally.of(item.id);
    if (result.files.length === 0) result.files = [chooseFirst];
  }
  const hasConsent = textIn(posted.form, 'consent') === 'on';
  if (!hasConsent) tally.problems.push(consentMissing);
  if (tally.isWrong()) return tally.again(422);
  const sent = await args.recipient.submit(submitPublicRequest, { body: { consent: hasConsent as true } });
  if (sent.ok) return redirect(`${requestPath(args)}#top`);
  tally.problems.push(...getMessages(sent.problem));
  return tally.again(sent.problem.status);
}

const chooseFirst = 'Select a file or take a photo first';
const nothingFilled = 'Fill in an item or choose a file first';

/** A card's "Save", or Enter in a field: unfinished input in other cards stays as typed. */
export async function save(args: RecipientArgs, posted: PostedForm, tally: Tally, itemId: string | null) {
  const isPressed = ({ id }: RequestItem) => id === itemId;
  await saveAll(args, posted, tally, {
    wants: isPressed,
    tells: (item) => itemId === null || isPressed(item),
  });
  const pressed = posted.request.items.find(isPressed);
  const hasFiles = posted.items.some((item) => item.itemId === itemId);
  if (pressed?.kind === 'document' && !hasFiles) tally.of(pressed.id).files = [chooseFirst];
  const savedIds = [...tally.saved, ...tally.known];
  if (itemId === null && savedIds.length === 0 && !tally.hasMore()) tally.problems.push(nothingFilled);
  if (tally.isWrong()) return tally.again(422);
  if (tally.hasMore()) return tally.again(200);
  const query = new URLSearchParams([
    ...[...tally.saved].map((id) => ['saved', id]),
    ...[...tally.known].map((id) => ['known', id]),
  ]);
  return redirect(`${requestPath(args)}?${query}#item-${itemId ?? savedIds[0]}`);
}

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
    return redirect(`${requestPath(args)}?removed=${itemId}#item-${itemId}`);
  tally.of(itemId).done = 'File removed.';
  return tally.again(200);
}
