import { Form, Link } from '@remix-run/react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { Card } from '../../../components/panel.tsx';
import { SanctionsTag } from '../../../components/sanctions/sanctions-tag.tsx';
import type { Asked } from './party-form-data.ts';

/** The first step: search existing clients, or add someone new. */
export function FindParty({ clientId, form }: { clientId: string; form: Extract<Asked, { step: 'find' }> }) {
  const { q, matches, problem } = form;
  return (
    <section className="grid max-w-form gap-4 border-t border-line pt-3" aria-labelledby="party-heading">
      <h3 id="party-heading" className="font-semibold">
        Add a related party
      </h3>
      <Form
        method="get"
        action={clientSectionUrl(clientId, 'parties')}
        className="grid gap-1"
        preventScrollReset
      >
        <input type="hidden" name="party" value="new" />
        <label htmlFor="party-q">Search existing clients</label>
        <p id="party-q-hint" className="hint">
          Name, number or external ID
        </p>
        <div className="flex items-start gap-2">
          <input
            id="party-q"
            type="search"
            name="q"
            defaultValue={q}
            maxLength={200}
            className="min-w-0 grow"
            aria-describedby="party-q-hint"
          />
          <Button>Find</Button>
        </div>
      </Form>
      {problem ? (
        <p className="field-error" role="alert">
          {problem}
        </p>
      ) : null}
      {q !== '' && !problem && matches.length === 0 ? (
        <p role="status">No clients found. Try fewer words, or add a new person or business.</p>
      ) : null}
      {matches.length > 0 ? (
        <Card as="ul" pad="tight" className="grid gap-2">
          {matches.map(({ id, name, detail, sanctions }) => (
            <li key={id}>
              <Link to={`?party=new&with=${id}#parties`} preventScrollReset>
                {name}
              </Link>
              <SanctionsTag tag={sanctions} /> <span className="hint">{detail}</span>
            </li>
          ))}
        </Card>
      ) : null}
      <p className="flex flex-wrap gap-x-4 gap-y-2">
        <ButtonLink to="?party=new&with=person#parties" preventScrollReset>
          Add a new individual
        </ButtonLink>
        <ButtonLink to="?party=new&with=business#parties" preventScrollReset>
          Add a new business
        </ButtonLink>
        <Link to={clientSectionUrl(clientId, 'parties')} className="self-center" preventScrollReset>
          Cancel
        </Link>
      </p>
    </section>
  );
}
