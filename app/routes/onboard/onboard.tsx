import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { LooksAgain } from '../../components/billing/waiting-for-payment.tsx';
import { asMember } from '../../session.server.ts';
import { CompanyStep } from './company-step.tsx';
import { OfficerStep } from './officer-step.tsx';
import { answerOnboarding, loadOnboarding } from './onboard.server.ts';
import { PlanStep } from './plan-step.tsx';
import { StepList } from './step-list.tsx';
import { TeamStep } from './team-step.tsx';
import { TemplatesStep } from './templates-step.tsx';

export const meta: MetaFunction = () => [{ title: 'Set up your company – Assay' }];

export const loader = asMember(loadOnboarding);
export const action = asMember(answerOnboarding);

const stepPages = {
  company: CompanyStep,
  officer: OfficerStep,
  templates: TemplatesStep,
  team: TeamStep,
  plan: PlanStep,
};

export default function Onboard() {
  const { step, maySetUp, done, progress } = useLoaderData<typeof loader>();
  const Step = stepPages[step];
  return (
    <>
      <h1>Set up your company</h1>
      {done ? <Done /> : maySetUp ? <WhatIsLeft /> : <OwnersOnly />}
      {progress.some(({ isProcessing }) => isProcessing) ? <Processing /> : null}
      {maySetUp && !done ? (
        <div className="mt-5 grid items-start gap-5 lg:grid-cols-[240px_minmax(0,1fr)]">
          <StepList progress={progress} current={step} />
          <section aria-labelledby="step-heading" className="max-w-form">
            <Step key={step} />
          </section>
        </div>
      ) : null}
    </>
  );
}

/** What stands between the company and its first client, in a sentence. */
function WhatIsLeft() {
  const { progress } = useLoaderData<typeof loader>();
  const needed = progress.filter(({ isDone, canWait }) => !isDone && !canWait).map(({ label }) => label);
  return (
    <p className="mt-1 max-w-form text-ink-soft">
      {needed.length === 0
        ? 'Everything that is needed is there.'
        : `Left before you and your team can add clients: ${needed.join(', ').toLowerCase()}. `}
      {needed.length === 0
        ? null
        : 'Take the steps in any order, and leave whenever you like: what is saved stays saved.'}
    </p>
  );
}

function Processing() {
  return (
    <div className="notice mt-4 max-w-form" role="status">
      <strong className="font-semibold">Your payment is being processed.</strong> The bank has not confirmed
      it yet. This page looks again by itself; you can go on with the other steps meanwhile.
      <LooksAgain />
    </div>
  );
}

function Done() {
  const { people, mayAddClients, restrictedBecause } = useLoaderData<typeof loader>();
  const officers = people.filter(({ isComplianceOfficer }) => isComplianceOfficer).map(({ name }) => name);
  return (
    <section className="panel mt-4 max-w-form px-6 py-6">
      <h2>Your company is set up</h2>
      {officers.length > 0 ? <p className="mt-2">Compliance officer: {officers.join(', ')}.</p> : null}
      {restrictedBecause === null ? null : (
        <p className="notice notice-attention mt-3">
          Records stay closed all the same: the people who run Assay have restricted access. Their reason:{' '}
          {restrictedBecause}
        </p>
      )}
      <p className="mt-2 text-ink-soft">Everything can be changed in the settings.</p>
      <p className="mt-4 flex flex-wrap gap-2">
        <Link to="/home" className="button button-primary">
          Go to the home page
        </Link>
        {mayAddClients ? (
          <Link to="/clients/create" className="button">
            Add a client
          </Link>
        ) : null}
      </p>
    </section>
  );
}

function OwnersOnly() {
  const { owners, progress } = useLoaderData<typeof loader>();
  return (
    <div className="mt-4 grid max-w-form gap-4">
      <p className="notice notice-attention">
        An owner of your company has to do this{owners.length > 0 ? `: ${owners.join(', ')}` : ''}.{' '}
        <Link to="/home">Back to the home page</Link>
      </p>
      <StepList progress={progress} current={null} />
    </div>
  );
}
