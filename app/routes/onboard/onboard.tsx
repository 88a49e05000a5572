import type { MetaFunction } from '@remix-run/node';
import { Link, useLoaderData } from '@remix-run/react';
import { pageTitle } from '#app/document/page-title.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card } from '../../components/panel.tsx';
import { Polling } from '../../components/polling.tsx';
import { asMember } from '../../session/session.server.ts';
import { CompanyStep } from './company-step.tsx';
import { OfficerStep } from './officer-step.tsx';
import { handleOnboardingAction, loadOnboarding } from './onboard.server.ts';
import { PlanStep } from './plan-step.tsx';
import { StepList } from './step-list.tsx';
import { TeamStep } from './team-step.tsx';
import { TemplatesStep } from './templates-step.tsx';

export const meta: MetaFunction = () => [{ title: pageTitle('Complete company setup') }];

export const loader = asMember(loadOnboarding);
export const action = asMember(handleOnboardingAction);

const stepPages = {
  company: CompanyStep,
  officer: OfficerStep,
  templates: TemplatesStep,
  team: TeamStep,
  plan: PlanStep,
};

export default function Onboard() {
  const { step, canSetUp, done, progress } = useLoaderData<typeof loader>();
  const Step = stepPages[step];
  return (
    <>
      <h1>Complete company setup</h1>
      {done ? <Done /> : canSetUp ? <WhatIsLeft /> : <OwnersOnly />}
      {progress.some(({ isProcessing }) => isProcessing) ? <Processing /> : null}
      {canSetUp && !done ? (
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

/** Outstanding steps before the company can add its first client. */
function WhatIsLeft() {
  const { progress } = useLoaderData<typeof loader>();
  const needed = progress.filter(({ isDone, canWait }) => !isDone && !canWait).map(({ label }) => label);
  return (
    <p className="mt-1 max-w-form text-ink-soft">
      {needed.length === 0
        ? 'Setup complete.'
        : `To do before you can add clients: ${needed.join(', ').toLowerCase()}. `}
      {needed.length === 0 ? null : 'Complete the steps in any order. Your progress is saved.'}
    </p>
  );
}

function Processing() {
  return (
    <div className="notice mt-4 max-w-form" role="status">
      <strong className="font-semibold">Your payment is being processed.</strong> Waiting for the bank. This
      page refreshes automatically; you can continue with other steps.
      <Polling everySeconds={4} />
    </div>
  );
}

function Done() {
  const { people, canAddClients, restrictedBecause } = useLoaderData<typeof loader>();
  const officers = people.filter(({ isComplianceOfficer }) => isComplianceOfficer).map(({ name }) => name);
  return (
    <Card as="section" pad="roomy" className="mt-4 max-w-form">
      <h2>Your company is set up</h2>
      {officers.length > 0 ? <p className="mt-2">Compliance officer: {officers.join(', ')}.</p> : null}
      {restrictedBecause === null ? null : (
        <p className="notice notice-warning mt-3">
          A platform admin has restricted access. Reason: {restrictedBecause}
        </p>
      )}
      <p className="mt-2 text-ink-soft">You can change this in Settings.</p>
      <p className="mt-4 flex flex-wrap gap-2">
        <ButtonLink to="/home" variant="primary">
          Go to the home page
        </ButtonLink>
        {canAddClients ? <ButtonLink to="/clients/create">Add a client</ButtonLink> : null}
      </p>
    </Card>
  );
}

function OwnersOnly() {
  const { owners, progress } = useLoaderData<typeof loader>();
  return (
    <div className="mt-4 grid max-w-form gap-4">
      <p className="notice notice-warning">
        An owner of your company has to do this{owners.length > 0 ? `: ${owners.join(', ')}` : ''}.{' '}
        <Link to="/home">Back to the home page</Link>
      </p>
      <StepList progress={progress} current={null} />
    </div>
  );
}
