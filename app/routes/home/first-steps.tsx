import type { OnboardingStep } from '#contract/company/onboarding.ts';
import { clientImportUrl } from '#rules/pages/client-list-pages.ts';
import { settingsUrl } from '#rules/pages/settings-pages.ts';
import { ButtonLink } from '../../components/button.tsx';
import { Card, Panel } from '../../components/panel.tsx';

interface Step {
  title: string;
  about: string;
  href: string;
  label: string;
}

const add: Step = {
  title: 'Add your first client',
  about: 'An individual or business you must complete CDD on.',
  href: '/clients/create',
  label: 'Add a client',
};

const bring: Step = {
  title: 'Import your clients',
  about: 'Upload a CSV file. You review every row before anything is saved.',
  href: clientImportUrl(),
  label: 'Import clients',
};

/** Setup steps left for later that an owner can do. */
const leftSteps: Partial<Record<OnboardingStep, Step>> = {
  templates: {
    title: 'Set up risk assessment templates',
    about: 'Adopt a starter template or build your own.',
    href: '/templates',
    label: 'Set up templates',
  },
  team: {
    title: 'Invite your team',
    about: 'Who works on clients, who approves, and who only reads.',
    href: settingsUrl('team', { invite: 'new' }),
    label: 'Invite people',
  },
};

/** The step that records facts which setup left open. */
const recordFacts = (missing: readonly string[]): Step => ({
  title: 'Record the missing details of your company',
  about: missing.join(' '),
  href: settingsUrl('company'),
  label: 'Record details',
});

/** The home page of a company without clients: the first steps, in order. `missing`: sentences about facts not recorded. */
export function FirstSteps({
  left,
  missing,
  role,
}: {
  left: readonly OnboardingStep[];
  missing: readonly string[];
  role: 'owner' | 'member' | 'auditor';
}) {
  if (role === 'auditor') {
    return (
      <Card as="section" pad="roomy" className="mt-4 max-w-form">
        <h2>No clients yet</h2>
        <p className="mt-2">Your role is read-only. Ask a team member to add clients.</p>
      </Card>
    );
  }
  const steps = [
    add,
    bring,
    ...(missing.length > 0 ? [recordFacts(missing)] : []),
    ...(role === 'owner' ? left.flatMap((step) => leftSteps[step] ?? []) : []),
  ];
  return (
    <Panel
      headingId="first-steps"
      title="No clients yet"
      className="mt-4 max-w-form"
      about="Your daily tasks will appear here."
    >
      <ol className="grid gap-4">
        {steps.map(({ title, about, href, label }, index) => (
          <li key={title} className="grid gap-2 border-t border-line pt-4">
            <h3 className="font-semibold">{title}</h3>
            <p>{about}</p>
            <p>
              <ButtonLink to={href} variant={index === 0 ? 'primary' : 'secondary'}>
                {label}
              </ButtonLink>
            </p>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
