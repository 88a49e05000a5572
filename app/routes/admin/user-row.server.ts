import type { PlatformUser } from '#contract/platform/platform.ts';
import { designationLabels } from '#rules/firm/designations.ts';
import { formatDay } from '../../components/format-instant.server.ts';
import { memberStatusBadges, memberStatusLabels } from '../../components/member-status-badges.ts';
import { roleLabels } from '../../components/team/team-labels.ts';

/** A user as a formatted line of a list. */
export function personLine({
  id,
  name,
  loginId,
  role,
  designations,
  status,
  company,
  ...person
}: PlatformUser) {
  return {
    id,
    name,
    loginId,
    rights: [roleLabels[role], ...designations.map((designation) => designationLabels[designation])].join(
      ', ',
    ),
    status,
    mark: { mark: memberStatusBadges[status], word: memberStatusLabels[status] },
    lastSignIn: person.lastSignInAt === null ? 'Never' : formatDay(person.lastSignInAt, 'UTC'),
    company,
  };
}

export type PersonLine = ReturnType<typeof personLine>;
