import { Link } from '@remix-run/react';
import type { OnboardingStep } from '#contract/onboarding.ts';

interface Step {
  title: string;
  about: string;
  href: string;
  label: string;
}

const add: Step = {
  title: 'Add your first client',
  about: 'An individual or a business that your company must know before it acts for them.',
  href: '/clients/create',
  label: 'Add a client',
};

const bring: Step = {
  title: 'Or bring all of them',
  about: 'A spreadsheet or CSV file of your clients: you see what comes of each row before anything is kept.',
  href: '/clients?view=import',
  label: 'Import clients',
};

/** What set-up left for later, as far as it is an owner's to do. */
const leftSteps: Partial<Record<OnboardingStep, Step>> = {
  templates: {
    title: 'Choose how you assess risk',
    about: 'Take over a starter template, or write your own questions and scores.',
    href: '/onboard',
    label: 'Choose templates',
  },
  team: {
    title: 'Invite your team',
    about: 'Who works on clients, who approves, and who only reads.',
    href: '/onboard',
    label: 'Invite people',
  },
};

/** The home page of a company that has no clients yet: what to begin with, in order. */
export function FirstSteps({
  left,
  role,
}: {
  left: readonly OnboardingStep[];
  role: 'owner' | 'member' | 'auditor';
}) {
  if (role === 'auditor') {
    return (
      <section className="panel mt-4 max-w-form px-6 py-8">
        <h2>No clients yet</h2>
        <p className="mt-2">Your role reads only: somebody else in your company adds clients.</p>
      </section>
    );
  }
  const steps = [add, bring, ...(role === 'owner' ? left.flatMap((step) => leftSteps[step] ?? []) : [])];
  return (
    <section className="panel mt-4 max-w-form px-6 py-6" aria-labelledby="first-steps">
      <h2 id="first-steps">No clients yet</h2>
      <p className="mt-1 text-ink-soft">Once there are some, this page shows what waits for you each day.</p>
      <ol className="mt-4 grid gap-4">
        {steps.map(({ title, about, href, label }, index) => (
          <li key={title} className="grid gap-2 border-t border-line pt-4">
            <h3 className="font-semibold">{title}</h3>
            <p>{about}</p>
            <p>
              <Link to={href} className={index === 0 ? 'button button-primary' : 'button'}>
                {label}
              </Link>
            </p>
          </li>
        ))}
      </ol>
    </section>
  );
}
