import { data } from '@remix-run/node';
import type { z } from 'zod';
import { type CompanyProfile, readCompanyProfile } from '#contract/company/company-settings.ts';
import {
  changeMember,
  inviteMember,
  inviteMemberAgain,
  type memberTransitionInput,
  readTeam,
  readTeamMember,
  type TeamMember,
  transitionMember,
} from '#contract/company/members.ts';
import { recordId } from '#contract/fields.ts';
import { currentEventName } from '#rules/audit/event-names.ts';
import { formatDate } from '#rules/dates/calendar-dates.ts';
import { officerProvisions } from '#rules/firm/company-facts.ts';
import { designationLabels } from '#rules/firm/designations.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { formatDay, formatInstant } from '../../../components/format-instant.server.ts';
import { formActions, onSubmit, screenForms } from '../../../components/forms/form-actions.server.ts';
import { type FormResult, newRequestKey } from '../../../components/forms/form-result.server.ts';
import { throwFieldErrors } from '../../../components/forms/parse-form.server.ts';
import { memberEventLabels, roleLabels } from '../../../components/team/team-labels.ts';
import { errorResponse } from '../../../main-api/error-response.ts';
import type { MemberArgs } from '../../../session/guard-args.server.ts';

export type MemberTransition = z.output<typeof memberTransitionInput>['to'];

/** A team member with formatted dates. */
export interface MemberView {
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
  /** For an invited member: until when the link is valid, or that it has expired. */
  invitation: string;
  isSelf: boolean;
}

function visibleMember(
  member: TeamMember,
  { timeZone, selfId, now }: { timeZone: string; selfId: string; now: Date },
): MemberView {
  const { id, version, name, loginId, role, designations, status, accessEndsOn } = member;
  const ends = member.inviteExpiresAt;
  const runOut = ends !== null && Date.parse(ends) <= now.getTime();
  return {
    ...{ id, version, name, loginId, role, designations, status, accessEndsOn },
    rights: [roleLabels[role], ...designations.map((designation) => designationLabels[designation])].join(
      ', ',
    ),
    lastSignIn: member.lastSignInAt === null ? 'Never' : formatDay(member.lastSignInAt, timeZone),
    accessEnds: accessEndsOn === null ? '' : formatDate(accessEndsOn),
    invitation:
      status !== 'invited' || ends === null
        ? ''
        : runOut
          ? `Link expired on ${formatInstant(ends, timeZone)}`
          : `Link valid until ${formatInstant(ends, timeZone)}`,
    isSelf: id === selfId,
  };
}

const teamPath = settingsUrl('team');
const memberPath = (id: string) => settingsUrl('team', { member: id });

/** Data of the team view: all members, the invitation form, or one member. */
export async function loadTeam(args: MemberArgs) {
  const { url, api } = args;
  const requestKey = newRequestKey();
  if (url.searchParams.has('invite')) return { kind: 'invite' as const, requestKey };
  const id = url.searchParams.get('member');
  if (id !== null) return { kind: 'member' as const, requestKey, ...(await loadMember(args, id)) };
  const [{ member, company }, { members }, profile] = await Promise.all([
    args.me(),
    api.call(readTeam, {}),
    api.call(readCompanyProfile, {}),
  ]);
  const context = { timeZone: company.timeZone, selfId: member.id, now: new Date() };
  const visible = members.map((member) => visibleMember(member, context));
  return {
    kind: 'list' as const,
    present: visible.filter(({ status }) => status !== 'removed'),
    left: visible.filter(({ status }) => status === 'removed'),
    missing: missingDesignations(members, profile),
  };
}

/**
 * Vacant designations. A compliance officer is required by AML/CFT Act 2009 (NZ) s 56 and AML/CTF Act 2006 (AU) s 26J, except where only
 * Australia's law applies and s 26T exempts the company.
 */
function missingDesignations(members: readonly TeamMember[], profile: CompanyProfile): string[] {
  const isOfficerRequired = officerProvisions(profile).length > 0;
  const designated = members
    .filter(({ status }) => status === 'active')
    .flatMap(({ designations }) => designations);
  return (['complianceOfficer', 'seniorManager'] as const)
    .filter((designation) => designation !== 'complianceOfficer' || isOfficerRequired)
    .filter((designation) => !designated.includes(designation))
    .map((designation) => designationLabels[designation]);
}

const transitions = ['active', 'suspended', 'removed'] as const;

async function loadMember({ api, me, url, requestId }: MemberArgs, requested: string) {
  const id = recordId.safeParse(requested);
  if (!id.success) throw errorResponse(404, { code: 'record.notFound', requestId });
  const [{ member: self, company }, found] = await Promise.all([
    me(),
    api.call(readTeamMember, { params: { id: id.data } }),
  ]);
  const { timeZone } = company;
  const requestedTransition = url.searchParams.get('confirm');
  return {
    member: visibleMember(found.member, { timeZone, selfId: self.id, now: new Date() }),
    work: found.work,
    others: found.others.map(({ id: value, name }) => ({ value, label: name })),
    confirm: transitions.find((move) => move === requestedTransition) ?? null,
    changes: found.changes.map(({ seq, at, action, actorName, reason }) => ({
      seq,
      at: formatInstant(at, timeZone),
      what: memberEventLabels[currentEventName(action)] ?? action,
      who: actorName,
      reason,
    })),
  };
}

/** Result of a rejected form of the team view. */
export interface TeamResult extends FormResult {
  intent: string;
  requestKey: string;
}

const submits = screenForms<MemberArgs>()({
  page: () => teamPath,
  rejected: ({ intent, result, status }) =>
    data<TeamResult>({ ...result, intent, requestKey: newRequestKey() }, { status }),
});

/** The team member named in the URL, which forms about one require. */
function namedMember({ url }: MemberArgs): { id: string } {
  const id = recordId.safeParse(url.searchParams.get('member'));
  return id.success ? { id: id.data } : throwFieldErrors();
}

const notMailed = 'Invitation saved, but the email could not be sent. Resend it in a few minutes.';

const mailedTo = (mailed: boolean, { loginId }: TeamMember) =>
  ({
    kind: mailed ? ('success' as const) : ('warning' as const),
    text: mailed ? `Invitation sent to ${loginId}. The link is valid for 72 hours.` : notMailed,
  }) as const;

const transitionedLabels: Record<MemberTransition, (name: string) => string> = {
  active: (name) => `${name} is active again.`,
  suspended: (name) => `${name} is suspended. Their access has ended.`,
  removed: (name) => `${name} is no longer on the team.`,
};

const formatTransitioned = ({ status, name }: TeamMember) =>
  status === 'invited' ? 'Saved.' : transitionedLabels[status](name);

/** Actions of the team view. */
export const handleTeamAction = onSubmit(
  formActions({
    invite: submits({
      endpoint: inviteMember,
      accepted: ({ member, mailed }) => mailedTo(mailed, member),
    }),
    inviteAgain: submits({
      endpoint: inviteMemberAgain,
      params: namedMember,
      accepted: ({ member, mailed }) => ({ to: memberPath(member.id), ...mailedTo(mailed, member) }),
    }),
    change: submits({
      endpoint: changeMember,
      params: namedMember,
      accepted: async ({ id, name, role }, { args }) => {
        const { member: self } = await args.me();
        // A former owner can no longer see this view.
        const isFormerOwner = self.id === id && role !== 'owner';
        const to = isFormerOwner ? settingsUrl('company') : memberPath(id);
        return { to, text: `Changes to ${name} saved.` };
      },
    }),
    move: submits({
      endpoint: transitionMember,
      params: namedMember,
      accepted: ({ member }) => ({
        to: member.status === 'removed' ? teamPath : memberPath(member.id),
        text: formatTransitioned(member),
      }),
    }),
  }),
);
