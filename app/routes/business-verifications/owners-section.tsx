import { Link } from '@remix-run/react';
import { countryChoices } from '../../components/address-fields.tsx';
import { SubmitButton } from '../../components/forms/submit.tsx';
import { Marked } from '../../components/mark.tsx';
import { type FormContext, PageForm } from './forms.tsx';
import type { VerificationPage } from './page.server.ts';
import { countryWords, missingMark, verifiedMark } from './words.ts';

type Ownership = NonNullable<VerificationPage['verification']['ownership']>;

/** Beneficial owners by the law of each country that the company works under, each with the ways by which they come to their share. */
export function OwnersSection({ ownership }: { ownership: Ownership }) {
  const owners = ownership.people.filter(({ counts }) => counts.length > 0);
  const others = ownership.people.filter(({ counts }) => counts.length === 0);
  const nameOf = (id: string) => ownership.nodes.find((node) => node.id === id)?.name ?? '';
  return (
    <section id="owners" className="panel mt-6 grid gap-4 p-4" aria-labelledby="owners-heading">
      <div>
        <h2 id="owners-heading">Beneficial owners</h2>
        <p className="hint">
          {ownership.thresholds
            .map(({ jurisdiction, words }) => `${countryWords[jurisdiction]}: ${words}, or control`)
            .join(' · ')}
        </p>
      </div>
      {ownership.fallbacks.map(({ jurisdiction, text, candidateIds }) => (
        <p key={jurisdiction} className="notice notice-attention">
          <strong>{countryWords[jurisdiction]}.</strong> {text}
          {candidateIds.length > 0 ? ` Directors: ${candidateIds.map(nameOf).join(', ')}.` : ''}
        </p>
      ))}
      {owners.length === 0 ? <p className="text-ink-soft">Nobody counts so far.</p> : null}
      <ul className="grid gap-4">
        {owners.map((person) => (
          <li
            key={person.nodeId}
            className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0"
          >
            <h3 className="font-semibold">
              {person.name} <span className="font-normal tabular-nums">{person.percent} %</span>
            </h3>
            {person.counts.map(({ jurisdiction, provision, reasons }) => (
              <p key={jurisdiction}>
                {countryWords[jurisdiction]}: {reasons.join('; ')} <span className="hint">{provision}</span>
              </p>
            ))}
            <Paths person={person} nameOf={nameOf} />
          </li>
        ))}
      </ul>
      {others.length > 0 ? (
        <details>
          <summary>
            {others.length === 1
              ? 'One person who does not count'
              : `${others.length} people who do not count`}
          </summary>
          <ul className="mt-2 grid gap-2">
            {others.map((person) => (
              <li key={person.nodeId}>
                {person.name} <span className="tabular-nums">{person.percent} %</span>
                {person.nominee ? ', holds for somebody else' : ''}
                {person.mightCount.length > 0 ? (
                  <span className="text-attention">
                    {' '}
                    would count in {person.mightCount.map((one) => countryWords[one]).join(' and ')} if what
                    is not traced were theirs
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </section>
  );
}

function Paths({ person, nameOf }: { person: Ownership['people'][number]; nameOf: (id: string) => string }) {
  if (person.paths.length === 0) return null;
  return (
    <ul className="hint grid gap-0.5">
      {person.paths.map(({ nodeIds, percents, product }) => (
        <li key={nodeIds.join()}>
          {percents.length > 1
            ? `${percents.map((one) => `${one} %`).join(' × ')} = ${product} %, through `
            : `${product} % `}
          {percents.length > 1 ? nodeIds.slice(1, -1).map(nameOf).join(', then ') : 'directly'}
        </li>
      ))}
      {person.pathsAreWhole ? null : <li>And further, smaller ways.</li>}
    </ul>
  );
}

/** Who must be verified, whether they are, and recording them as parties. */
export function VerifySection({ page, context }: { page: VerificationPage; context: FormContext }) {
  const { verification } = page;
  const { mustVerify, ownership } = verification;
  const mayCreate = verification.moves.some(({ act }) => act === 'createParties');
  const loose = mustVerify.filter(({ isParty }) => !isParty);
  const needed = new Set(mustVerify.map(({ nodeId }) => nodeId));
  const others = (ownership?.nodes ?? []).filter(
    ({ id, client }) => id !== 'client' && !needed.has(id) && client === null,
  );
  return (
    <section id="verify" className="panel mt-6 grid gap-4 p-4" aria-labelledby="verify-heading">
      <h2 id="verify-heading">Who must be verified</h2>
      {mustVerify.length === 0 ? <p className="text-ink-soft">Nobody so far.</p> : null}
      <ul className="grid gap-3">
        {mustVerify.map(({ nodeId, name, reasons, client, isParty }) => (
          <li
            key={nodeId}
            className="grid gap-x-4 gap-y-1 border-t border-line pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]"
          >
            <div className="min-w-0">
              <p>
                {client ? (
                  <Link to={`/clients/${client.id}`} className="font-semibold">
                    {name}
                  </Link>
                ) : (
                  <span className="font-semibold">{name}</span>
                )}{' '}
                <Marked by={client?.isVerified ? verifiedMark : missingMark}>
                  {client?.isVerified
                    ? 'Verified'
                    : client === null
                      ? 'No record yet'
                      : isParty
                        ? 'Not verified yet'
                        : 'On record, no party of the client yet'}
                </Marked>
              </p>
              {reasons.map(({ jurisdiction, provision, text }) => (
                <p key={`${jurisdiction} ${text}`}>
                  {text} <span className="hint">{provision}</span>
                </p>
              ))}
            </div>
            {client && !client.isVerified ? (
              <p className="text-sm print:hidden">
                <Link to={`/clients/${client.id}#verifications`}>
                  Verify<span className="sr-only"> {name}</span>
                </Link>
              </p>
            ) : null}
          </li>
        ))}
      </ul>
      {mayCreate && loose.length + others.length > 0 ? (
        <PageForm
          name="parties-form"
          intent="parties"
          context={context}
          className="grid gap-3 border-t border-line pt-4 print:hidden"
        >
          {(field) => (
            <>
              <h3 className="font-semibold">Record as parties of the client</h3>
              <p className="hint max-w-form" id={field('parties').id} tabIndex={-1}>
                Whoever is not on record becomes a draft client, to be verified on a page of their own.
              </p>
              <ul className="grid gap-2">
                {loose.map(({ nodeId, name, matches }) => (
                  <PartyRow key={nodeId} nodeId={nodeId} name={name} matches={matches} isTicked />
                ))}
              </ul>
              {others.length > 0 ? (
                <details>
                  <summary>Others in the ownership</summary>
                  <ul className="mt-2 grid gap-2">
                    {others.map(({ id, name, kind, country }) => (
                      <PartyRow
                        key={id}
                        nodeId={id}
                        name={name}
                        matches={[]}
                        needsCountry={kind !== 'person' && country === null}
                      />
                    ))}
                  </ul>
                </details>
              ) : null}
              <p>
                <SubmitButton busy="Recording…">Record those ticked</SubmitButton>
              </p>
            </>
          )}
        </PageForm>
      ) : null}
    </section>
  );
}

function PartyRow({
  nodeId,
  name,
  matches,
  isTicked = false,
  needsCountry = false,
}: {
  nodeId: string;
  name: string;
  matches: readonly { id: string; name: string }[];
  isTicked?: boolean;
  needsCountry?: boolean;
}) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <label className="flex items-center gap-2 font-normal">
        <input type="checkbox" name="include" value={nodeId} defaultChecked={isTicked} />
        {name}
      </label>
      {matches.length > 0 ? (
        <select
          name={`clientOf.${nodeId}`}
          aria-label={`Which client ${name} is`}
          defaultValue={matches[0]?.id}
          className="w-auto"
        >
          {matches.map((match) => (
            <option key={match.id} value={match.id}>
              Is {match.name} on record
            </option>
          ))}
          <option value="">Somebody new of the same name</option>
        </select>
      ) : null}
      {needsCountry ? (
        <select
          name={`countryOf.${nodeId}`}
          aria-label={`Country in which ${name} was formed`}
          defaultValue=""
          className="w-auto"
        >
          <option value="">Choose the country</option>
          {countryChoices
            .flatMap((choice) => ('choices' in choice ? choice.choices : [choice]))
            .map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
        </select>
      ) : null}
    </li>
  );
}
