import { data } from '@remix-run/node';
import type { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { recordId } from '#contract/fields.ts';
import {
  changeMember,
  invitationInput,
  inviteMember,
  inviteMemberAgain,
  memberChangeInput,
  memberMoveInput,
  moveMember,
  readTeam,
  readTeamMember,
  type TeamMember,
} from '#contract/members.ts';
import { formatDate } from '#rules/calendar-dates.ts';
import { parseForm, readForm, requestKeyOf } from '../../components/forms/parse-form.server.ts';
import { answerProblem, type FormAnswer, newRequestKey } from '../../components/forms/reply.server.ts';
import { errorResponse } from '../../error-answer.ts';
import { redirectWithFlash } from '../../flash.server.ts';
import type { MemberArgs } from '../../guards.server.ts';
import { dayText, instantText } from '../clients/instant-text.server.ts';
import { changeWords, designationLabels, roleLabels } from './team-words.ts';

export type MemberMove = z.output<typeof memberMoveInput>['to'];

/** A person as the page shows them: every instant in words. */
export interface ShownMember {
  id: string;
  version: number;
  name: string;
  loginId: string;
  role: TeamMember['role'];
  designations: TeamMember['designations'];
  status: TeamMember['status'];
  accessEndsOn: string | null;
  /** Role and designations. */
  rights: string;
  lastSignIn: string;
  accessEnds: string;
  /** For somebody who was invited: until when the link works, or that it has run out. */
  invitation: string;
  isSelf: boolean;
}

function shownMember(
  member: TeamMember,
  { timeZone, selfId, now }: { timeZone: string; selfId: string; now: Date },
): ShownMember {
  const { id, version, name, loginId, role, designations, status, accessEndsOn } = member;
  const ends = member.inviteExpiresAt;
  const runOut = ends !== null && Date.parse(ends) <= now.getTime();
  return {
    ...{ id, version, name, loginId, role, designations, status, accessEndsOn },
    rights: [roleLabels[role], ...designations.map((one) => designationLabels[one])].join(', '),
    lastSignIn: member.lastSignInAt === null ? 'Never' : dayText(member.lastSignInAt, timeZone),
    accessEnds: accessEndsOn === null ? '' : formatDate(accessEndsOn),
    invitation:
      status !== 'invited' || ends === null
        ? ''
        : runOut
          ? `The link ran out on ${instantText(ends, timeZone)}`
          : `The link works until ${instantText(ends, timeZone)}`,
    isSelf: id === selfId,
  };
}

const teamPath = '/settings?view=team';
const memberPath = (id: string) => `${teamPath}&member=${id}`;

/** What the team view shows: everybody, the form of an invitation, or one person. */
export async function loadTeam(args: MemberArgs) {
  const { url, api } = args;
  const requestKey = newRequestKey();
  if (url.searchParams.has('invite')) return { kind: 'invite' as const, requestKey };
  const id = url.searchParams.get('member');
  if (id !== null) return { kind: 'member' as const, requestKey, ...(await loadMember(args, id)) };
  const [{ member, company }, { members }] = await Promise.all([args.me(), api.call(readTeam, {})]);
  const context = { timeZone: company.timeZone, selfId: member.id, now: new Date() };
  const shown = members.map((one) => shownMember(one, context));
  return {
    kind: 'list' as const,
    present: shown.filter(({ status }) => status !== 'removed'),
    left: shown.filter(({ status }) => status === 'removed'),
    missing: missingDesignations(members),
  };
}

/** Designations that nobody holds: AML/CFT Act 2009 (NZ) s56 and AML/CTF Act 2006 (AU) s26J ask for a compliance officer. */
function missingDesignations(members: readonly TeamMember[]): string[] {
  const held = members
    .filter(({ status }) => status === 'active')
    .flatMap(({ designations }) => designations);
  return (['complianceOfficer', 'seniorManager'] as const)
    .filter((one) => !held.includes(one))
    .map((one) => designationLabels[one]);
}

const moves = ['active', 'suspended', 'removed'] as const;

async function loadMember({ api, me, url, requestId }: MemberArgs, given: string) {
  const id = recordId.safeParse(given);
  if (!id.success) throw errorResponse(404, { code: 'record.notFound', requestId });
  const [{ member: self, company }, found] = await Promise.all([
    me(),
    api.call(readTeamMember, { params: { id: id.data } }),
  ]);
  const { timeZone } = company;
  const asked = url.searchParams.get('confirm');
  return {
    member: shownMember(found.member, { timeZone, selfId: self.id, now: new Date() }),
    work: found.work,
    others: found.others.map(({ id: value, name }) => ({ value, label: name })),
    confirm: moves.find((move) => move === asked) ?? null,
    changes: found.changes.map(({ seq, at, action, actorName, reason }) => ({
      seq,
      at: instantText(at, timeZone),
      what: changeWords[action] ?? action,
      who: actorName,
      reason,
    })),
  };
}

/** What a form of the team view gets back when nothing was done. */
export interface TeamAnswer extends FormAnswer {
  intent: Intent;
  requestKey: string;
}

type Intent = 'invite' | 'inviteAgain' | 'change' | 'move';

interface Posted {
  args: MemberArgs;
  form: FormData;
}

function refused(intent: Intent, answer: FormAnswer, status: number) {
  return data<TeamAnswer>({ ...answer, intent, requestKey: newRequestKey() }, { status });
}

/** Sends a form on to its endpoint; `done` says what the next page tells. */
async function sendOn<S extends z.ZodType, E extends Endpoint>(
  { args, form }: Posted,
  intent: Intent,
  schema: S,
  endpoint: E,
  id: string | undefined,
  done: (value: never) => ReturnType<typeof redirectWithFlash>,
) {
  const submission = parseForm(form, schema);
  if (submission.status !== 'success') return refused(intent, { reply: submission.reply() }, 422);
  const input = {
    ...(id === undefined ? {} : { params: { id } }),
    body: submission.value,
    requestKey: requestKeyOf(form),
  };
  const sent = await args.api.submit(endpoint, input as never);
  if (sent.ok) return done(sent.value as never);
  return refused(intent, answerProblem(submission, sent.problem), sent.problem.status);
}

const notMailed =
  'The invitation is kept, but the email could not be sent just now. Send it again in a few minutes.';

const mailedTo = (mailed: boolean, { loginId }: TeamMember) =>
  ({
    kind: mailed ? ('success' as const) : ('warning' as const),
    text: mailed ? `An invitation is on its way to ${loginId}. Its link works for 72 hours.` : notMailed,
  }) as const;

const movedWords: Record<MemberMove, (name: string) => string> = {
  active: (name) => `${name} can sign in again.`,
  suspended: (name) => `${name} is suspended and signed out everywhere.`,
  removed: (name) => `${name} is no longer on the team.`,
};

type Invited = { member: TeamMember; mailed: boolean };

const intents: Record<Intent, (posted: Posted, id: string) => ReturnType<typeof sendOn>> = {
  invite: (posted) =>
    sendOn(posted, 'invite', invitationInput, inviteMember, undefined, ({ member, mailed }: Invited) =>
      redirectWithFlash(teamPath, mailedTo(mailed, member)),
    ),
  inviteAgain: (posted, id) =>
    sendOn(
      posted,
      'inviteAgain',
      inviteMemberAgain.body,
      inviteMemberAgain,
      id,
      ({ member, mailed }: Invited) => redirectWithFlash(memberPath(id), mailedTo(mailed, member)),
    ),
  change: (posted, id) =>
    sendOn(posted, 'change', memberChangeInput, changeMember, id, async (member: TeamMember) => {
      const { member: self } = await posted.args.me();
      // Whoever has given ownership away has nothing more to see here.
      const next = self.id === id && member.role !== 'owner' ? '/settings?view=company' : memberPath(id);
      return redirectWithFlash(next, { kind: 'success', text: `Changes to ${member.name} saved.` });
    }),
  move: (posted, id) =>
    sendOn(posted, 'move', memberMoveInput, moveMember, id, ({ member }: { member: TeamMember }) =>
      redirectWithFlash(member.status === 'removed' ? teamPath : memberPath(id), {
        kind: 'success',
        text: movedWords[member.status as MemberMove](member.name),
      }),
    ),
};

/** Answers the forms of the team view. */
export async function answerTeam(args: MemberArgs) {
  const form = await readForm(args.request);
  const intent = form.get('intent');
  const id = recordId.safeParse(args.url.searchParams.get('member'));
  const known = typeof intent === 'string' && Object.hasOwn(intents, intent) ? (intent as Intent) : undefined;
  if (known === undefined || (known !== 'invite' && !id.success)) {
    throw errorResponse(400, { code: 'request.malformed', requestId: args.requestId });
  }
  return intents[known]({ args, form }, id.success ? id.data : '');
}
