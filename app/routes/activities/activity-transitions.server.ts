import { data } from '@remix-run/node';
import { type Activity, transitionActivity } from '#contract/activities.ts';
import type { Problem } from '#contract/errors.ts';
import { type ActivityNoun, toActivityNoun } from '#rules/activity-noun.ts';
import type { Blocker } from '#rules/alerts/resolution-targets.ts';
import { isFinalActivity } from '#rules/lifecycles/activities.ts';
import { formActions, onSubmit, screenForms } from '../../components/forms/form-actions.server.ts';
import { textIn } from '../../components/forms/parse-form.server.ts';
import type { MemberArgs } from '../../session/guard-args.server.ts';

/** Why a transition was rejected: one message, and every blocker. */
export interface BlockedTransition {
  heading: string;
  messages: string[];
  /** The blockers, with provisions; empty if the form itself was invalid. */
  blockers: Blocker[];
}

const done = {
  to: 'Status updated.',
  outcome: 'Outcome saved.',
  seniorApproval: 'Approved as senior manager.',
  delayApproval: 'Delay of CDD approved.',
  recheck: 'Recheck recorded.',
  reopen: 'Reopened as a copy. Decisions stay on the original.',
};

/** The section of a transition, if the page still has it: a closed activity has no next steps. */
function getPlace(move: keyof typeof done, status: Activity['status']): string {
  if (move === 'reopen' || isFinalActivity(status)) return '';
  return {
    to: '#next',
    outcome: '#outcome',
    seniorApproval: '#approval',
    delayApproval: '#delay',
    recheck: '',
  }[move];
}

function getRejection(
  { code, detail, title, fields = {}, blockers = [] }: Problem,
  { singular }: ActivityNoun,
): BlockedTransition {
  const messages = Object.values(fields).flat();
  const heading = detail ?? `${title}.`;
  if (code === 'record.versionConflict') {
    return {
      heading: `Someone else changed this ${singular}`,
      messages: ['Nothing was changed. Review it below and try again.'],
      blockers: [],
    };
  }
  if (blockers.length > 0) return { heading, messages: [], blockers };
  return { heading, messages: messages.filter((message) => message !== heading), blockers };
}

const submits = screenForms<MemberArgs>()({
  page: ({ params }) => `/activities/${params.id ?? ''}`,
  rejected: async ({ args, form, result, problem, status }) => {
    const blocked: BlockedTransition = problem
      ? getRejection(problem, toActivityNoun((await args.me()).company.sector))
      : {
          heading: 'No change made',
          messages: Object.values(result.reply.error ?? {}).flatMap((messages) => messages ?? []),
          blockers: [],
        };
    return data({ refused: blocked, reason: textIn(form, 'reason') }, { status });
  },
});

const makes = (move: keyof typeof done) =>
  submits({
    endpoint: transitionActivity,
    params: ({ params }) => ({ id: params.id ?? '' }),
    accepted: ({ id, status }) => ({ to: `/activities/${id}${getPlace(move, status)}`, text: done[move] }),
  });

/** The small forms of the activity's page. */
export const handleTransition = onSubmit(
  formActions(
    {
      to: makes('to'),
      outcome: makes('outcome'),
      seniorApproval: makes('seniorApproval'),
      delayApproval: makes('delayApproval'),
      recheck: makes('recheck'),
      reopen: makes('reopen'),
    },
    { field: 'move' },
  ),
);
