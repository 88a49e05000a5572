import { z } from 'zod';
import { endpoint } from '#contract/endpoint.ts';
import {
  calendarDate,
  instant,
  namedRecord,
  recordId,
  recordVersion,
  requiredText,
  signInAddress,
  versionOnly,
} from '#contract/fields.ts';
import { designation, memberRole, memberSession } from './accounts.ts';

export const memberStatus = z.enum(['invited', 'active', 'suspended', 'removed']);

/** Team member as shown to owners. */
export const teamMember = z.object({
  id: recordId,
  version: z.number().int(),
  loginId: z.string(),
  /** Name as the member entered it; until they join, the invited email address. */
  name: z.string(),
  role: memberRole,
  designations: z.array(designation),
  status: memberStatus,
  /** Last day of access in the company's time zone; null without an end date. */
  accessEndsOn: z.string().nullable(),
  lastSignInAt: instant.nullable(),
  invitedAt: instant.nullable(),
  inviteExpiresAt: instant.nullable(),
});
export type TeamMember = z.infer<typeof teamMember>;

export const readTeam = endpoint({
  id: 'team.read',
  method: 'GET',
  path: '/team',
  summary: 'List team members with roles, designations and status; removed members last',
  caller: 'member',
  permission: 'team.manage',
  response: z.object({ members: z.array(teamMember) }),
  status: 200,
});

const rights = {
  role: z.enum(memberRole.options, { error: 'Select a role' }),
  designations: z
    .array(z.enum(designation.options, { error: 'Select from the list' }), { error: 'Select from the list' })
    .default([])
    .transform((held) => [...new Set(held)].sort()),
  /** Last day of access. Required for an auditor, not allowed for an owner. */
  accessEndsOn: calendarDate.optional(),
};

type Rights = { role?: unknown; designations?: unknown[]; accessEndsOn?: string | undefined };

/**
 * Valid combinations: an auditor is read-only with an end date; an owner without an end date ensures that the company
 * stays managed.
 */
function checkRights(memberRights: Rights, context: z.core.$RefinementCtx) {
  const addIssue = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (memberRights.role === 'auditor' && memberRights.accessEndsOn === undefined) {
    addIssue('accessEndsOn', 'Enter the auditor’s access end date');
  }
  if (memberRights.role === 'auditor' && (memberRights.designations?.length ?? 0) > 0) {
    addIssue('designations', 'An auditor reads only and holds no designation');
  }
  if (memberRights.role === 'owner' && memberRights.accessEndsOn !== undefined) {
    addIssue('accessEndsOn', 'An owner’s access has no end date. Leave it empty');
  }
}

export const invitationInput = z.object({ loginId: signInAddress, ...rights }).superRefine(checkRights);

/** Created invitation, and whether the identity service accepted its email. If not, the invitation can be resent. */
const invited = z.object({ member: teamMember, mailed: z.boolean() });

export const inviteMember = endpoint({
  id: 'members.invite',
  recentProof: true,
  method: 'POST',
  path: '/team/invitations',
  summary: 'Invite a person by email. The link works once, for 72 hours',
  caller: 'member',
  permission: 'team.manage',
  once: true,
  body: invitationInput,
  response: invited,
  status: 201,
});

const memberParams = z.object({ id: recordId });

export const inviteMemberAgain = endpoint({
  id: 'members.resendInvitation',
  method: 'POST',
  path: '/team/:id/invitation/resend',
  summary: 'Resend an invitation with a new link. The previous link stops working',
  caller: 'member',
  permission: 'team.manage',
  once: true,
  params: memberParams,
  body: versionOnly,
  response: invited,
  status: 200,
});

/** Reason of the change, recorded in the audit log. */
const reason = requiredText('Enter a reason', { max: 500 });

export const memberChangeInput = z
  .object({ version: recordVersion, ...rights, reason })
  .superRefine(checkRights);

export const changeMember = endpoint({
  id: 'members.change',
  recentProof: true,
  method: 'PUT',
  path: '/team/:id',
  summary: 'Change a team member’s role, designations and access end date',
  caller: 'member',
  permission: 'team.manage',
  once: true,
  params: memberParams,
  body: memberChangeInput,
  response: teamMember,
  status: 200,
});

export const memberTransitionInput = z.object({
  version: recordVersion,
  to: z.enum(['active', 'suspended', 'removed'], { error: 'Select an action' }),
  reason,
  /** Member who takes over the person's clients, open activities and alerts. */
  handOverTo: recordId.optional(),
});

export const transitionMember = endpoint({
  id: 'members.transition',
  recentProof: true,
  method: 'POST',
  path: '/team/:id/transitions',
  summary: 'Suspend, reactivate or remove a team member, or revoke an invitation',
  caller: 'member',
  permission: 'team.manage',
  once: true,
  params: memberParams,
  body: memberTransitionInput,
  response: z.object({
    member: teamMember,
    handedOver: z.object({
      clients: z.number().int(),
      activities: z.number().int(),
      alerts: z.number().int(),
    }),
  }),
  status: 200,
});

/** Records assigned to a member, each counted up to 1,000. */
export const memberWork = z.object({
  clients: z.number().int(),
  activities: z.number().int(),
  alerts: z.number().int(),
});
export type MemberWork = z.infer<typeof memberWork>;

export const readTeamMember = endpoint({
  id: 'members.read',
  method: 'GET',
  path: '/team/:id',
  summary: 'Show a team member, the records assigned to them, and the changes made to them',
  caller: 'member',
  permission: 'team.manage',
  params: memberParams,
  response: z.object({
    member: teamMember,
    work: memberWork,
    /** Members who can take over the records. */
    others: z.array(namedRecord),
    changes: z.array(
      z.object({
        /** As in the audit log of the caller. */
        seq: z.number().int(),
        at: instant,
        action: z.string(),
        actorName: z.string(),
        reason: z.string().nullable(),
      }),
    ),
  }),
  status: 200,
});

/** Secret token of an invitation link. */
const inviteSecret = z
  .string({ error: 'The link is incomplete. Open it from the email again' })
  .max(200, { error: 'The link is incomplete. Open it from the email again' });

export const readInvitation = endpoint({
  id: 'invitations.lookup',
  method: 'POST',
  path: '/invitations/lookup',
  summary: 'Get the invited person and the company of an invitation link, without using the link',
  caller: 'open',
  body: z.object({ invite: inviteSecret }),
  response: z.object({
    companyName: z.string(),
    loginId: z.string(),
    role: memberRole,
    expiresAt: instant,
    /** The address is that of a person with an account, who keeps their name and their way to sign in. */
    isKnown: z.boolean(),
  }),
  status: 200,
});

export const invitationDetails = z.object({ name: requiredText('Enter your name', { max: 120 }) });

export const acceptInvitation = endpoint({
  id: 'invitations.accept',
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Accept an invitation',
  caller: 'identity',
  /** The secret of the link, which was emailed to them. */
  ownProof: true,
  /** Without a name, that of the person’s other membership. */
  body: z.object({ name: invitationDetails.shape.name.optional(), invite: inviteSecret }),
  /** `nonce`: of the caller's next sign-in at `login`. */
  response: memberSession.extend({ nonce: z.string() }),
  status: 200,
});
