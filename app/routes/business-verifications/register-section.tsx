import { Form, Link } from '@remix-run/react';
import { formatMoney } from '#rules/format/money.ts';
import { Button } from '../../components/button.tsx';
import { Tick } from '../../components/forms/choices.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { registryLabels, registryStatusLabels } from '../../components/ownership/verification-labels.ts';
import { Card, Panel } from '../../components/panel.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { TabData, VerificationPage } from './loader.server.ts';

type Page = Pick<VerificationPage, 'verification' | 'href'> & Pick<TabData<'register'>, 'candidates'>;

/** Finds the business in a register by name or number, and selects the matching entity. */
export function RegisterSection({ page, context }: { page: Page; context: FormContext }) {
  const { verification, candidates } = page;
  const usable = verification.registries.filter(({ isSetUp }) => isSetUp);
  const content = (
    <>
      {verification.registries
        .filter(({ isSetUp }) => !isSetUp)
        .map(({ registry }) => (
          <p key={registry} className="hint">
            {registryLabels[registry]} is not configured. Enter the details manually and attach the supporting
            document.
          </p>
        ))}
      {usable.length > 0 ? <SearchForm page={page} usable={usable} /> : null}
      {candidates?.failure ? (
        <p className="notice notice-warning" role="alert">
          {candidates.failure.message}
        </p>
      ) : null}
      {candidates && !candidates.failure ? <Candidates page={page} context={context} /> : null}
    </>
  );
  if (verification.extract) {
    return (
      <Card as="details" id="register" className="print:hidden" open={candidates !== null}>
        <summary>Search the register again</summary>
        <div className="mt-4 grid gap-4">{content}</div>
      </Card>
    );
  }
  return (
    <Panel id="register" title="Find the business in a register" className="print:hidden">
      {content}
    </Panel>
  );
}

function SearchForm({ page, usable }: { page: Page; usable: Page['verification']['registries'] }) {
  const { verification, candidates, href } = page;
  const { numbers, name } = verification.client;
  const start =
    candidates?.q ?? numbers.nzbn ?? numbers.acn ?? numbers.abn ?? numbers.nzCompanyNumber ?? name;
  const chosen = candidates?.registry ?? usable[0]?.registry;
  return (
    <Form method="get" action={`${href}#register`} className="grid max-w-form gap-3" preventScrollReset>
      {usable.length > 1 ? (
        <fieldset className="grid gap-1">
          <legend className="mb-1">Register</legend>
          {usable.map(({ registry, canSearch }) => (
            <Tick
              key={registry}
              type="radio"
              name="registry"
              value={registry}
              defaultChecked={registry === chosen}
            >
              {registryLabels[registry]}
              {canSearch ? '' : ' (by number)'}
            </Tick>
          ))}
        </fieldset>
      ) : (
        <input type="hidden" name="registry" value={chosen} />
      )}
      <div className="grid gap-1">
        <label htmlFor="register-q">Name or number</label>
        <p id="register-q-hint" className="hint">
          {usable.map(({ registry }) => registryLabels[registry]).join(', ')}. Searching is free.
        </p>
        <div className="flex flex-wrap items-start gap-2">
          <input
            id="register-q"
            type="search"
            name="q"
            defaultValue={start}
            maxLength={200}
            className="min-w-0 grow"
            aria-describedby="register-q-hint"
          />
          <Button>Search</Button>
        </div>
      </div>
    </Form>
  );
}

function Candidates({ page, context }: { page: Page; context: FormContext }) {
  const { candidates, verification, href } = page;
  if (candidates === null) return null;
  const { q, registry, page: number, total } = candidates;
  const cost = verification.registries.find((usable) => usable.registry === registry)?.cost;
  if (candidates.candidates.length === 0) {
    return <p role="status">Nothing found for “{q}”. Try fewer words, or the number.</p>;
  }
  const visibleCount = candidates.candidates.length;
  const to = (next: number) => `?registry=${registry}&q=${encodeURIComponent(q)}&page=${next}#register`;
  return (
    <>
      <p className="hint" role="status">
        {visibleCount} shown, of {total}.
        {cost && cost.amount > 0 ? ' Prices are without GST.' : ' Extracts are free.'}
      </p>
      <ul className="grid gap-3">
        {candidates.candidates.map((candidate) => (
          <li
            key={candidate.number}
            className="grid items-center gap-x-4 gap-y-2 border-t border-line pt-3 sm:grid-cols-[1fr_auto]"
          >
            <div className="min-w-0">
              <p className="font-semibold">{candidate.name}</p>
              <p className="hint">
                {[
                  candidate.kindText,
                  candidate.number,
                  candidate.place,
                  candidate.statusText || registryStatusLabels[candidate.status],
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {candidate.clientId && candidate.clientId !== verification.client.id ? (
                <p className="text-sm text-warning">
                  <Link to={`/clients/${candidate.clientId}`}>Another client</Link> already has this number.
                </p>
              ) : null}
            </div>
            <PageForm
              name={`orderExtract-${candidate.number}`}
              intent="orderExtract"
              context={context}
              className="grid gap-2"
            >
              {() => (
                <>
                  <input type="hidden" name="registry" value={candidate.registry} />
                  <input type="hidden" name="number" value={candidate.number} />
                  <input type="hidden" name="quotedCost" value={cost?.amount ?? 0} />
                  <SubmitButton variant="secondary" busy="Ordering…">
                    {cost && cost.amount > 0
                      ? `Order extract, ${formatMoney(cost.amount, cost.currency)}`
                      : 'Order extract'}
                    <span className="sr-only"> of {candidate.name}</span>
                  </SubmitButton>
                </>
              )}
            </PageForm>
          </li>
        ))}
      </ul>
      <p className="flex gap-4 empty:hidden">
        {number > 1 ? <Link to={`${href}${to(number - 1)}`}>Back</Link> : null}
        {number * 20 < total ? <Link to={`${href}${to(number + 1)}`}>More</Link> : null}
      </p>
    </>
  );
}
