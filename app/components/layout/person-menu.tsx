import { Form, Link } from '@remix-run/react';
import type { CompanyState, SignedInMember } from '#contract/company/accounts.ts';
import { companiesPath } from '../../main-api/company-param.ts';
import { Button, buttonClass } from '../button.tsx';
import { Card } from '../panel.tsx';

const roles: Record<SignedInMember['role'], string> = {
  owner: 'Owner',
  member: 'Member',
  auditor: 'Auditor',
};

const designations: Record<SignedInMember['designations'][number], string> = {
  complianceOfficer: 'Compliance officer',
  seniorManager: 'Senior manager',
};

/** The signed-in user, and sign-out. Works without JavaScript; on narrow screens it is part of the main menu. */
export function PersonMenu({ member, company }: { member: SignedInMember; company: CompanyState }) {
  return (
    <details className="group relative ml-auto hidden shrink-0 md:block">
      <summary
        className={buttonClass({
          className: 'list-none border-transparent font-normal [&::-webkit-details-marker]:hidden',
        })}
      >
        {member.name}
        <span aria-hidden="true" className="text-xs group-open:rotate-180">
          ▾
        </span>
      </summary>
      <Card className="absolute right-0 z-30 mt-1 grid w-64 gap-3 shadow-md">
        <div>
          <p className="font-semibold">{member.name}</p>
          <p className="hint">{member.loginId}</p>
          <p className="hint">{company.name}</p>
          <p className="hint">
            {[
              roles[member.role],
              ...member.designations.map((designation) => designations[designation]),
            ].join(', ')}
          </p>
        </div>
        <Link to="/settings?view=sessions">Your profile</Link>
        <SwitchCompany member={member} />
        <Form method="post" action="/logout">
          <Button className="w-full">Sign out</Button>
        </Form>
      </Card>
    </details>
  );
}

/** The link to the page that switches companies, for a person with several. */
export function SwitchCompany({ member: { otherCompanies } }: { member: SignedInMember }) {
  return otherCompanies === 0 ? null : <Link to={companiesPath}>Switch company</Link>;
}
