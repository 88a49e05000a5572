import type { PlatformUser } from '#contract/platform.ts';
import { memberStatusLabels, memberStatusMarks } from '../../components/team-marks.ts';
import { dayText } from '../clients/instant-text.server.ts';
import { designationLabels, roleLabels } from '../settings/team-words.ts';

/** A person as a line of a list, in words. */
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
    rights: [roleLabels[role], ...designations.map((one) => designationLabels[one])].join(', '),
    status,
    mark: { mark: memberStatusMarks[status], word: memberStatusLabels[status] },
    lastSignIn: person.lastSignInAt === null ? 'Never' : dayText(person.lastSignInAt, 'UTC'),
    company,
  };
}

export type PersonLine = ReturnType<typeof personLine>;
