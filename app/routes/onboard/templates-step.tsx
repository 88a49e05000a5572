import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { countryName } from '#rules/countries.ts';
import { ErrorSummary } from '../../components/forms/error-summary.tsx';
import { RequestKeyInput, SubmitButton } from '../../components/forms/submit.tsx';
import type { action, loader } from './onboard.tsx';

const formId = 'templates';

/** Starter templates of the company's countries, all of them chosen at first. */
export function TemplatesStep() {
  const { starters, requestKey } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const open = starters.filter(({ isAdopted }) => !isAdopted);
  return (
    <>
      <h2 id="step-heading">Risk templates</h2>
      <p className="mt-1 text-ink-soft">
        With these questions you assess the risk of clients and of activities. They become your own: change
        them later under Templates. If you choose none, you begin with all of your countries’ when the set-up
        ends.
      </p>
      <Form method="post" action="/onboard?step=templates" className="mt-4 grid gap-5">
        <RequestKeyInput value={requestKey} />
        <ErrorSummary formId={formId} errors={answer?.reply.error ?? {}} reply={answer} />
        <fieldset className="grid gap-2">
          <legend className="mb-2">Templates to adopt</legend>
          {starters.map(({ key, name, country, resourceType, isAdopted }, index) => {
            const about = `${resourceType === 'clients' ? 'For clients' : 'For activities'}, ${countryName(country)}`;
            return isAdopted ? (
              <p key={key} className="panel px-3 py-2">
                {name} <span className="hint">{about}. Adopted</span>
              </p>
            ) : (
              <label
                key={key}
                className="panel grid grid-cols-[18px_1fr] items-start gap-2 px-3 py-2 font-normal"
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
              </label>
            );
          })}
        </fieldset>
        <p className="flex flex-wrap items-center gap-4 border-t border-line pt-4">
          {open.length > 0 ? <SubmitButton busy="Adopting…">Adopt and go on</SubmitButton> : null}
          <Link to="/onboard?step=team" preventScrollReset>
            {open.length > 0 ? 'Later' : 'Next step'}
          </Link>
        </p>
      </Form>
    </>
  );
}
