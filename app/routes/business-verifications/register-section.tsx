import { Form, Link } from '@remix-run/react';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './page.server.ts';
import { moneyText, registryStatusWords, registryWords } from './words.ts';

type Page = Pick<VerificationPage, 'verification' | 'candidates' | 'href'>;

/** Finding the business in a register: by name or number, then the one that it is. */
export function RegisterSection({ page, context }: { page: Page; context: FormContext }) {
  const { verification, candidates } = page;
  const usable = verification.registries.filter(({ isSetUp }) => isSetUp);
  const content = (
    <>
      {verification.registries
        .filter(({ isSetUp }) => !isSetUp)
        .map(({ registry }) => (
          <p key={registry} className="hint">
            {registryWords[registry]} is not set up here. Record by hand what you know from elsewhere, and add
            the document that shows it.
          </p>
        ))}
      {usable.length > 0 ? <SearchForm page={page} usable={usable} /> : null}
      {candidates?.failure ? (
        <p className="notice notice-attention" role="alert">
          {candidates.failure.message}
        </p>
      ) : null}
      {candidates && !candidates.failure ? <Candidates page={page} context={context} /> : null}
    </>
  );
  if (verification.extract) {
    return (
      <details id="register" className="panel mt-6 p-4 print:hidden" open={candidates !== null}>
        <summary>Ask a register again</summary>
        <div className="mt-4 grid gap-4">{content}</div>
      </details>
    );
  }
  return (
    <section
      id="register"
      className="panel mt-6 grid gap-4 p-4 print:hidden"
      aria-labelledby="register-heading"
    >
      <h2 id="register-heading">Find the business in a register</h2>
      {content}
    </section>
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
            <label key={registry} className="flex items-center gap-2 font-normal">
              <input type="radio" name="registry" value={registry} defaultChecked={registry === chosen} />
              {registryWords[registry]}
              {canSearch ? '' : ' (by number)'}
            </label>
          ))}
        </fieldset>
      ) : (
        <input type="hidden" name="registry" value={chosen} />
      )}
      <div className="grid gap-1">
        <label htmlFor="register-q">Name or number</label>
        <p id="register-q-hint" className="hint">
          {usable.map(({ registry }) => registryWords[registry]).join(', ')}. Searching costs nothing.
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
          <button type="submit" className="button">
            Search
          </button>
        </div>
      </div>
    </Form>
  );
}

function Candidates({ page, context }: { page: Page; context: FormContext }) {
  const { candidates, verification, href } = page;
  if (candidates === null) return null;
  const { q, registry, page: number, total } = candidates;
  const cost = verification.registries.find((one) => one.registry === registry)?.cost;
  if (candidates.candidates.length === 0) {
    return <p role="status">Nothing found for “{q}”. Try fewer words, or the number.</p>;
  }
  const shown = candidates.candidates.length;
  const to = (next: number) => `?registry=${registry}&q=${encodeURIComponent(q)}&page=${next}#register`;
  return (
    <>
      <p className="hint" role="status">
        {shown} shown, of {total}.{' '}
        {cost && cost.amount > 0
          ? `Asking for one extract costs ${moneyText(cost)} without GST.`
          : 'Asking costs nothing.'}
      </p>
      <ul className="grid gap-3">
        {candidates.candidates.map((one) => (
          <li
            key={one.number}
            className="grid items-center gap-x-4 gap-y-2 border-t border-line pt-3 sm:grid-cols-[1fr_auto]"
          >
            <div className="min-w-0">
              <p className="font-semibold">{one.name}</p>
              <p className="hint">
                {[one.kindText, one.number, one.place, one.statusText || registryStatusWords[one.status]]
                  .filter(Boolean)
                  .join(' · ')}
              </p>
              {one.clientId && one.clientId !== verification.client.id ? (
                <p className="text-sm text-attention">
                  <Link to={`/clients/${one.clientId}`}>Another client</Link> of yours has this number
                  already.
                </p>
              ) : null}
            </div>
            <PageForm name={`choose-${one.number}`} intent="choose" context={context} className="grid gap-2">
              {() => (
                <>
                  <input type="hidden" name="registry" value={one.registry} />
                  <input type="hidden" name="number" value={one.number} />
                  <input type="hidden" name="shownCost" value={cost?.amount ?? 0} />
                  <SubmitButton look="secondary" busy="Asking…">
                    Ask for the extract<span className="sr-only"> of {one.name}</span>
                    {cost && cost.amount > 0 ? `, ${moneyText(cost)}` : ''}
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
