import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { countryName } from '#rules/countries.ts';
import { useActivityNoun } from '../../components/activities/activity-noun.ts';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import { Card } from '../../components/panel.tsx';
import type { handleOnboardingAction, loadOnboarding } from './onboard.server.ts';

const formId = 'templates';

/** Starter templates of the company's countries, all preselected. */
export function TemplatesStep() {
  const { starters, requestKey } = useLoaderData<typeof loadOnboarding>();
  const result = useActionData<typeof handleOnboardingAction>();
  const noun = useActivityNoun();
  const open = starters.filter(({ isAdopted }) => !isAdopted);
  return (
    <>
      <h2 id="step-heading">Risk templates</h2>
      <p className="mt-1 text-ink-soft">
        Templates for assessing client and {noun.singular} risk. You can edit them later. If you choose none,
        all templates for your countries are adopted at the end of setup.
      </p>
      <Form method="post" action="/onboard?step=templates" className="mt-4 grid gap-5">
        <RequestKeyInput value={requestKey} />
        <ErrorSummary formId={formId} errors={result?.reply.error ?? {}} reply={result} />
        <fieldset className="grid gap-2">
          <legend className="mb-2">Templates to adopt</legend>
          {starters.map(({ key, name, country, resourceType, isAdopted }, index) => {
            const about = `${resourceType === 'clients' ? 'For clients' : `For ${noun.plural}`}, ${countryName(country)}`;
            return isAdopted ? (
              <Card as="p" pad="tight" key={key}>
                {name} <span className="hint">{about}. Adopted</span>
              </Card>
            ) : (
              <Card
                as="label"
                pad="tight"
                key={key}
                className="grid grid-cols-[18px_1fr] items-start gap-2 font-normal"
              >
                <input
                  type="checkbox"
                  id={index === 0 ? `${formId}-keys` : undefined}
                  name="keys"
                  value={key}
                  defaultChecked
                />
                <span>
                  {name} <span className="hint block">{about}</span>
                </span>
              </Card>
            );
          })}
        </fieldset>
        <p className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
          {open.length > 0 ? <SubmitButton busy="Adopting…">Adopt and continue</SubmitButton> : null}
          <Link to="/onboard?step=team">{open.length > 0 ? 'Skip' : 'Next step'}</Link>
        </p>
      </Form>
    </>
  );
}
