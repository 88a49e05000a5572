import { Form } from '@remix-run/react';
import { Button, ButtonLink } from '../../../components/button.tsx';
import { EntryList, Panel } from '../../../components/panel.tsx';
import type { MergeData } from './merge.server.ts';

/** The first step: the record that is merged into the one of the page. */
export function ChooseClient({
  survivor,
  choice: { duplicates, search },
}: {
  survivor: MergeData['survivor'];
  choice: NonNullable<MergeData['choice']>;
}) {
  const href = (id: string) => `/clients/${survivor.id}/merge?with=${id}`;
  return (
    <div className="mt-6 grid max-w-form gap-6">
      <Panel headingId="duplicates-heading" title="Likely duplicates">
        {duplicates.length === 0 ? <p className="text-ink-soft">None found</p> : null}
        {duplicates.length > 0 ? (
          <EntryList>
            {duplicates.map(({ id, name, detail, reasons }) => (
              <Candidate key={id} href={href(id)} name={name} detail={detail} reasons={reasons} />
            ))}
          </EntryList>
        ) : null}
      </Panel>
      <Panel headingId="search-heading" title="Another client">
        <Form method="get" role="search" className="grid gap-1">
          <label htmlFor="merge-q">Find client</label>
          <p id="merge-q-hint" className="hint">
            Type a name, a number or a reference
          </p>
          <div className="flex items-start gap-2">
            <input
              id="merge-q"
              type="search"
              name="find"
              className="min-w-0 grow"
              defaultValue={search.q}
              maxLength={200}
              aria-describedby="merge-q-hint"
              autoComplete="off"
            />
            <span className="shrink-0">
              <Button>Find client</Button>
            </span>
          </div>
        </Form>
        {search.problem ? (
          <p className="field-error" role="alert">
            {search.problem}
          </p>
        ) : null}
        {search.q !== '' && search.matches.length === 0 && !search.problem ? (
          <p className="notice notice-warning" role="alert">
            No other client found. Try fewer words.
          </p>
        ) : null}
        {search.matches.length > 0 ? (
          <EntryList>
            {search.matches.map(({ id, name, detail }) => (
              <Candidate key={id} href={href(id)} name={name} detail={detail} reasons={[]} />
            ))}
          </EntryList>
        ) : null}
      </Panel>
    </div>
  );
}

function Candidate({
  href,
  name,
  detail,
  reasons,
}: {
  href: string;
  name: string;
  detail: string;
  reasons: readonly string[];
}) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 px-4 py-3">
      <div className="min-w-0">
        <p className="wrap-anywhere">{name}</p>
        <p className="hint">{detail}</p>
        {reasons.length > 0 ? <p className="text-sm">{reasons.join(' · ')}</p> : null}
      </div>
      <ButtonLink to={href} size="small">
        Compare<span className="sr-only"> with {name}</span>
      </ButtonLink>
    </li>
  );
}
