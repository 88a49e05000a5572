import { Link } from '@remix-run/react';
import type { CompanyState, SignedInMember } from '#contract/accounts.ts';

/** The home page of a company whose records are closed: why, and what opens them. */
export function RestrictedHome({ company, member }: { company: CompanyState; member: SignedInMember }) {
  const reason = company.accessRestrictedReason;
  return (
    <>
      <h1>Home</h1>
      <section className="panel mt-4 max-w-form border-l-4 border-l-attention-line px-6 py-6">
        <h2>Access for {company.name} is restricted</h2>
        {reason === null ? <NotSetUp member={member} /> : <ByAdmin reason={reason} />}
      </section>
    </>
  );
}

function NotSetUp({ member }: { member: SignedInMember }) {
  return (
    <>
      <p className="mt-2">
        Your company is not set up yet. Until it is, its records stay closed: clients can be neither added nor
        read.
      </p>
      {member.role === 'owner' ? (
        <>
          <p className="mt-2">
            It takes a few minutes: your company’s details and who the compliance officer is.
          </p>
          <p className="mt-4">
            <Link to="/onboard" className="button button-primary">
              Set up your company
            </Link>
          </p>
        </>
      ) : (
        <p className="mt-2">
          Ask an owner of your company to finish the set-up. This page then shows your work.
        </p>
      )}
    </>
  );
}

function ByAdmin({ reason }: { reason: string }) {
  return (
    <>
      <p className="mt-2">The people who run Assay have closed your company’s records for now.</p>
      <dl className="mt-3">
        <dt className="font-semibold">Reason</dt>
        <dd>{reason}</dd>
      </dl>
      <p className="mt-3">
        Nothing is lost. An owner of your company can clear this up with your Assay contact; access comes back
        as soon as the restriction is lifted.
      </p>
    </>
  );
}
