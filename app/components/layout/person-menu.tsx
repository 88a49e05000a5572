import { Form } from '@remix-run/react';
import type { CompanyState, SignedInMember } from '#contract/accounts.ts';

const roles: Record<SignedInMember['role'], string> = {
  owner: 'Owner',
  member: 'Member',
  auditor: 'Auditor',
};

const designations: Record<SignedInMember['designations'][number], string> = {
  complianceOfficer: 'Compliance officer',
  seniorManager: 'Senior manager',
};

/** Who is signed in, and the way out. Works without script; on narrow screens the main menu has it. */
export function PersonMenu({ member, company }: { member: SignedInMember; company: CompanyState }) {
  return (
    <details className="group relative ml-auto hidden shrink-0 md:block">
      <summary className="button list-none border-transparent font-normal [&::-webkit-details-marker]:hidden">
        {member.name}
        <span aria-hidden="true" className="text-xs group-open:rotate-180">
          ▾
        </span>
      </summary>
      <div className="panel absolute right-0 z-30 mt-1 grid w-64 gap-3 p-4 shadow-md">
        <div>
          <p className="font-semibold">{member.name}</p>
          <p className="hint">{member.loginId}</p>
          <p className="hint">{company.name}</p>
          <p className="hint">
            {[roles[member.role], ...member.designations.map((one) => designations[one])].join(', ')}
          </p>
        </div>
        <Form method="post" action="/logout">
          <button type="submit" className="button w-full">
            Sign out
          </button>
        </Form>
      </div>
    </details>
  );
}
