import { z } from 'zod';
import { designation, memberRole, memberSession } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { calendarDate, emailAddress, instant, recordId, recordVersion, requiredText } from './fields.ts';

export const memberStatus = z.enum(['invited', 'active', 'suspended', 'removed']);

/** A person of the company, as its owners see them. */
export const teamMember = z.object({
  id: recordId,
  version: z.number().int(),
  loginId: z.string(),
  /** As the person gave it; until they joined, the address that was invited. */
  name: z.string(),
  role: memberRole,
  designations: z.array(designation),
  status: memberStatus,
  /** Last day of access, by the company's calendar; null without an end. */
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
  summary: 'The people of the company with roles, designations and status; those who were removed come last',
  caller: 'member',
  act: 'team.manage',
  answer: z.object({ members: z.array(teamMember) }),
  status: 200,
});

const rights = {
  role: z.enum(memberRole.options, { error: 'Choose a role' }),
  designations: z
    .array(z.enum(designation.options, { error: 'Choose from the list' }), { error: 'Choose from the list' })
    .default([])
    .transform((held) => [...new Set(held)].sort()),
  /** Last day of access; an auditor always has one, an owner never. */
  accessEndsOn: calendarDate.optional(),
};

type Rights = { role?: unknown; designations?: unknown[]; accessEndsOn?: string | undefined };

/** What fits together: domain 1.3, an auditor reads only, until a date; an owner without an end keeps the company in somebody's hands. */
function checkRights(given: Rights, context: z.core.$RefinementCtx) {
  const refuse = (field: string, message: string) =>
    context.addIssue({ code: 'custom', path: [field], message });
  if (given.role === 'auditor' && given.accessEndsOn === undefined) {
    refuse('accessEndsOn', 'Choose the day on which the auditor’s access ends');
  }
  if (given.role === 'auditor' && (given.designations?.length ?? 0) > 0) {
    refuse('designations', 'An auditor reads only and holds no designation');
  }
  if (given.role === 'owner' && given.accessEndsOn !== undefined) {
    refuse('accessEndsOn', 'An owner’s access has no end. Leave the day empty');
  }
}

export const invitationInput = z.object({ loginId: emailAddress, ...rights }).superRefine(checkRights);

/** An invitation that was made, and whether the identity service took the mail. When it did not, the invitation is sent again. */
const invited = z.object({ member: teamMember, mailed: z.boolean() });

export const inviteMember = endpoint({
  id: 'members.invite',
  method: 'POST',
  path: '/team/invitations',
  summary: 'Invite a person by mail; the link works once, for 72 hours',
  caller: 'member',
  act: 'team.manage',
  once: true,
  body: invitationInput,
  answer: invited,
  status: 201,
});

const memberParams = z.object({ id: recordId });

export const inviteMemberAgain = endpoint({
  id: 'members.inviteAgain',
  method: 'POST',
  path: '/team/:id/invitation',
  summary: 'Send an invitation again with a new link; the one before works no more',
  caller: 'member',
  act: 'team.manage',
  once: true,
  params: memberParams,
  body: z.object({ version: recordVersion }),
  answer: invited,
  status: 200,
});

/** Why a person's rights change; the audit trail keeps it. */
const reason = requiredText('Say why, in a few words', { max: 500 });

export const memberChangeInput = z
  .object({ version: recordVersion, ...rights, reason })
  .superRefine(checkRights);

export const changeMember = endpoint({
  id: 'members.change',
  method: 'PUT',
  path: '/team/:id',
  summary: 'Change a person’s role, designations and last day of access',
  caller: 'member',
  act: 'team.manage',
  once: true,
  params: memberParams,
  body: memberChangeInput,
  answer: teamMember,
  status: 200,
});

export const memberMoveInput = z.object({
  version: recordVersion,
  to: z.enum(['active', 'suspended', 'removed'], { error: 'Choose what is to happen' }),
  reason,
  /** Who takes over what the person has open: clients they are responsible for, activities and alerts. */
  handOverTo: recordId.optional(),
});

export const moveMember = endpoint({
  id: 'members.move',
  method: 'POST',
  path: '/team/:id/moves',
  summary: 'Suspend a person, let them back in, remove them, or withdraw their invitation',
  caller: 'member',
  act: 'team.manage',
  once: true,
  params: memberParams,
  body: memberMoveInput,
  answer: z.object({
    member: teamMember,
    handedOver: z.object({
      clients: z.number().int(),
      activities: z.number().int(),
      alerts: z.number().int(),
    }),
  }),
  status: 200,
});

/** What stands in a person's name, each counted to 1,000 at most. */
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
  summary: 'A person of the company, what stands in their name, and what was changed about them',
  caller: 'member',
  act: 'team.manage',
  params: memberParams,
  answer: z.object({
    member: teamMember,
    work: memberWork,
    /** People who can take the work over. */
    others: z.array(z.object({ id: recordId, name: z.string() })),
    changes: z.array(
      z.object({
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

/** The secret of an invitation's link. */
const inviteSecret = z
  .string({ error: 'The link is not complete. Open it from the email again' })
  .max(200, { error: 'The link is not complete. Open it from the email again' });

export const readInvitation = endpoint({
  id: 'invitations.read',
  method: 'POST',
  path: '/invitations/read',
  summary: 'Whom a link invites, and to which company; nothing is used up by reading',
  caller: 'open',
  body: z.object({ invite: inviteSecret }),
  answer: z.object({
    companyName: z.string(),
    loginId: z.string(),
    role: memberRole,
    expiresAt: instant,
  }),
  status: 200,
});

export const invitationDetails = z.object({ name: requiredText('Enter your name', { max: 120 }) });

export const acceptInvitation = endpoint({
  id: 'invitations.accept',
  method: 'POST',
  path: '/invitations/accept',
  summary: 'Join the company that a link invites to, as the person whose address was invited',
  caller: 'identity',
  body: invitationDetails.extend({ invite: inviteSecret }),
  answer: memberSession,
  status: 200,
});

/** The team's endpoints, as contract/endpoints.ts lists them. */
export const teamEndpoints = [
  readTeam,
  inviteMember,
  inviteMemberAgain,
  readTeamMember,
  changeMember,
  moveMember,
  readInvitation,
  acceptInvitation,
] as const;
