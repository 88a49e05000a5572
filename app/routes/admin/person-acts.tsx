import type { PersonLine } from './person-line.server.ts';

const acts = {
  active: { act: 'suspended', label: 'Suspend' },
  suspended: { act: 'active', label: 'Let back in' },
  invited: { act: 'invite', label: 'Send again' },
} as const;

/** What can be done to a person; each leads to its question. */
export function PersonActs({
  person: { id, name, status },
}: {
  person: Pick<PersonLine, 'id' | 'name' | 'status'>;
}) {
  if (status === 'removed') return null;
  const { act, label } = acts[status];
  return (
    <a className="font-normal" href={`/admin/users?user=${id}&act=${act}`}>
      {label}
      <span className="sr-only">: {name}</span>
    </a>
  );
}
