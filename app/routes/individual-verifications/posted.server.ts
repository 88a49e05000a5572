import { parse, type Submission } from '@conform-to/react';
import { data } from '@remix-run/node';
import type { Problem } from '#contract/errors.ts';
import { answerProblem } from '../../components/forms/reply.server.ts';

type Payload = Record<string, unknown>;

/** A form as it was typed, nested by its names, for the main API to judge. Everything typed comes back in its reply. */
export function typedForm(form: FormData): { submission: Submission<unknown>; typed: Payload } {
  const submission = parse<unknown, string[]>(form, {
    resolve: (payload) => ({ value: payload }),
  }) as Submission<unknown>;
  return { submission, typed: submission.payload as Payload };
}

/** The text typed in a field; undefined where it is blank, or no text at all. */
export function typedText(typed: Payload, name: string): string | undefined {
  const value = name
    .split('.')
    .reduce<unknown>((found, key) => (found as Payload | null | undefined)?.[key], typed);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}

export const isTicked = (typed: Payload, name: string) => typedText(typed, name) === 'on';

/** Boxes of one name that are ticked. */
export function tickedOf(form: FormData, name: string): string[] {
  return form.getAll(name).filter((value): value is string => typeof value === 'string' && value !== '');
}

/** What stands beside the form that was refused. A stale one says so at its top, with what was typed still in it. */
export function refusedForm(intent: string, submission: Submission<unknown>, problem: Problem) {
  const { reply } = answerProblem(submission, problem);
  return data(
    { intent, reply, typedType: null as string | null, notes: [] as string[] },
    { status: problem.status },
  );
}
