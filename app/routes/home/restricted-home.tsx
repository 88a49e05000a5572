import type { CompanyState, SignedInMember } from '#contract/company/accounts.ts';
import { hasOpenRecords } from '#rules/permissions.ts';
import { ButtonLink } from '../../components/button.tsx';
import { DescriptionList } from '../../components/description-list.tsx';
import { Card } from '../../components/panel.tsx';

/** The home page of a company with restricted access: why, and how to lift the restriction. */
export function RestrictedHome({ company, member }: { company: CompanyState; member: SignedInMember }) {
  const reason = company.accessRestrictedReason;
  return (
    <>
      <h1>Home</h1>
      <Card as="section" pad="roomy" className="mt-4 max-w-form border-l-4 border-l-warning-line">
        <h2>Access for {company.name} is restricted</h2>
        {reason === null ? (
          <NotSetUp member={member} />
        ) : (
          <ByAdmin reason={reason} hasRecords={hasOpenRecords(company)} />
        )}
      </Card>
    </>
  );
}

function NotSetUp({ member }: { member: SignedInMember }) {
  return (
    <>
      <p className="mt-2">Company setup is not complete. You cannot view or add clients until it is.</p>
      {member.role === 'owner' ? (
        <>
          <p className="mt-2">
            It takes a few minutes: your company’s details, a compliance officer and a plan.
          </p>
          <p className="mt-4">
            <ButtonLink to="/onboard" variant="primary">
              Complete company setup
            </ButtonLink>
          </p>
        </>
      ) : (
        <p className="mt-2">Ask an owner of your company to complete setup. Your work then appears here.</p>
      )}
    </>
  );
}

function ByAdmin({ reason, hasRecords }: { reason: string; hasRecords: boolean }) {
  return (
    <>
      <p className="mt-2">A platform admin has restricted access to your company’s records.</p>
      {hasRecords && (
        <p className="mt-2">
          Your team can still read and export records and download evidence packs. Records cannot be added or
          changed, checks and monitoring are paused, and links of document requests do not open.
        </p>
      )}
      <DescriptionList layout="line" className="mt-3" facts={[{ label: 'Reason', value: reason }]} />
      {hasRecords && (
        <p className="mt-3">
          <ButtonLink to="/clients">Read client records</ButtonLink>
        </p>
      )}
      <p className="mt-3">
        No data has been lost. An owner should contact Assay support.{' '}
        {hasRecords
          ? 'Your team can work again when the restriction is lifted.'
          : 'Company setup can be completed meanwhile. Your team can then read records, and add or change them when the restriction is lifted.'}
      </p>
    </>
  );
}
