import type { PersonLine } from './user-row.server.ts';

const actions = {
  active: { action: 'suspended', label: 'Suspend' },
  suspended: { action: 'active', label: 'Reactivate' },
  invited: { action: 'invite', label: 'Resend invitation' },
} as const;

/** The actions on a user, each a link to its confirmation. */
export function UserActions({
  person: { id, name, status },
}: {
  person: Pick<PersonLine, 'id' | 'name' | 'status'>;
}) {
  if (status === 'removed') return null;
  const { action, label } = actions[status];
  return (
    <a className="font-normal" href={`/admin/users?user=${id}&act=${action}`}>
      {label}
      <span className="sr-only">: {name}</span>
    </a>
  );
}
