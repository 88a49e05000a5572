import { changeMember as changeEndpoint, type TeamMember } from '#contract/company/members.ts';
import type { EndpointInput } from '#contract/endpoint.ts';
import { changesBetween } from '../../kernel/audit/detail.ts';
import { commandsFor } from '../../kernel/command/command.ts';
import type { Work } from '../../kernel/command/work.ts';
import { apiError } from '../../kernel/http/api-error.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';
import { accessEnd, accessProblem, type TeamDeps } from './invitations.ts';
import { lockPerson, reloadRecord, staleMember } from './person.ts';
import { changeMemberRow, getTeamMember, type MemberRow } from './team-store.ts';

const command = commandsFor<TeamDeps>();

type MemberWorkInput = Work & EndpointInput<typeof changeEndpoint> & { caller: MemberCaller };

const lock = ({ trx, caller, params, body }: MemberWorkInput) =>
  lockPerson(trx, caller, params.id, { role: body.role });

/** Returns true if the last day of access is unchanged; it may be in the past. */
const preservesAccessEnd = ({ caller, body: { accessEndsOn } }: MemberWorkInput, before: MemberRow) =>
  accessEndsOn !== undefined && accessEndsOn === getTeamMember(before, caller.company.timeZone).accessEndsOn;

const auditable = ({ role, designations, accessEndsOn }: TeamMember) => ({
  role,
  designations,
  accessEndsOn,
});

/**
 * PUT /team/:id: role, designations and last day of access.
 * @throws `request.invalid` for the demotion of the last active owner, and for a removed member.
 */
export const updateMemberPermissions = command(changeEndpoint, {
  lock,
  stale: staleMember,
  check(context, before) {
    if (before.status === 'removed') {
      throw apiError('request.invalid', { detail: 'This person was removed. Invite them again.' });
    }
    const { body, caller, time, problems } = context;
    if (preservesAccessEnd(context, before)) return;
    const problem = accessProblem(body, caller.company, time());
    if (problem !== undefined) problems.add('accessEndsOn', problem);
  },
  async change(context, before) {
    const { trx, at, body, caller } = context;
    await changeMemberRow(
      trx,
      before.id,
      {
        role: body.role,
        designations: body.designations,
        access_ends_at: preservesAccessEnd(context, before)
          ? before.access_ends_at
          : accessEnd(body, caller.company),
      },
      at,
    );
  },
  read: ({ trx, caller }, { id }) => reloadRecord(trx, caller, id),
  again: ({ trx, caller, params }) => reloadRecord(trx, caller, params.id),
  events: ({ caller, body }, { before, after }) => ({
    action: 'member.roleChanged',
    resourceType: 'member',
    resourceId: before.id,
    reason: body.reason,
    detail: {
      name: before.name,
      changes: changesBetween(auditable(getTeamMember(before, caller.company.timeZone)), auditable(after)),
    },
  }),
});
