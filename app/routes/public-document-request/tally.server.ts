import { randomUUID } from 'node:crypto';
import type { SubmissionResult } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { Problem } from '#contract/errors.ts';
import type { FoundAddresses } from '../../components/address/address-fields.tsx';
import { textIn } from '../../components/forms/parse-form.server.ts';
import type { PostedForm } from './posted-form.server.ts';
import { en as texts } from './texts/en.ts';

/** The result of a post for one item. */
export interface ItemAnswer {
  /** Why files were not saved, or that one is required. */
  files: string[];
  /** Unsaved input, with its errors. */
  reply?: SubmissionResult;
  found?: FoundAddresses;
  /** Message about the saved items. */
  done?: string;
}

/** Result of a post that failed in whole or in part. */
export interface RequestResult {
  /** New with each result. */
  stamp: string;
  /** The item whose button was pressed, beside which the result stands; else at the top of the page. */
  pressed: string | null;
  /** True for "Submit". */
  isSubmission: boolean;
  /** Messages about the request as a whole. */
  problems: string[];
  /** Items without which it cannot be submitted, and of which the form held nothing. */
  missing: string[];
  items: Record<string, ItemAnswer>;
  hasConsent: boolean;
}

/** The API's messages about a rejected post, without duplicates. */
export function getMessages(problem: Problem): string[] {
  const messages = [...new Set(Object.values(problem.fields ?? {}).flat())];
  return messages.length > 0 ? messages : [problem.detail ?? `${problem.title}.`];
}

/** The button that was pressed, and its item if it belongs to one. */
interface Pressed {
  intent: string;
  itemId: string | null;
}

/** Collects the results of a post by item. */
export function createTally({ form, items }: PostedForm, { intent, itemId }: Pressed) {
  const answers: Record<string, ItemAnswer> = {};
  const saved = new Set<string>();
  const known = new Set<string>();
  const problems: string[] = [];
  const missing: string[] = [];
  const of = (id: string): ItemAnswer => {
    answers[id] ??= { files: [] };
    return answers[id];
  };
  for (const { itemId, kept: savedCount, known: before, refused: fileProblems } of items) {
    if (savedCount > 0) saved.add(itemId);
    else if (before > 0) known.add(itemId);
    if (fileProblems.length > 0) of(itemId).files = fileProblems;
    if (fileProblems.length > 0 && savedCount > 0) of(itemId).done = texts.item.otherSaved(savedCount);
  }
  return {
    of,
    saved,
    known,
    problems,
    missing,
    isWrong: () =>
      problems.length + missing.length > 0 ||
      Object.values(answers).some(({ files, reply }) => files.length > 0 || reply?.error !== undefined),
    /** Whether the form's content of an item was saved in part or rejected. */
    isAnswered: (id: string) => answers[id] !== undefined,
    hasMore: () => Object.keys(answers).length > 0,
    /** The page again, with all unsaved input. */
    again(status: number) {
      for (const id of saved) of(id).done ??= texts.item.saved;
      for (const id of known) of(id).done ??= texts.item.known;
      return data<RequestResult>(
        {
          stamp: randomUUID(),
          pressed: itemId,
          isSubmission: intent === 'submit',
          problems,
          missing,
          items: answers,
          hasConsent: textIn(form, 'consent') === 'on',
        },
        { status },
      );
    },
  };
}
export type Tally = ReturnType<typeof createTally>;
