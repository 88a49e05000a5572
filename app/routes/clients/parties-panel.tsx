import { Link } from '@remix-run/react';
import { CountedHeading } from '../../components/counted-heading.tsx';
import { Marked, openMark, settledMark } from '../../components/mark.tsx';
import { countText } from '../../components/table.tsx';
import type { readPartiesPanel } from './parties.server.ts';
import { type PartyAnswer, PartyForm } from './party-form.tsx';

type Panel = Awaited<ReturnType<typeof readPartiesPanel>>;

/** Who belongs to a client, to whom the client belongs, and the forms that change it. */
export function PartiesPanel({ panel, answer }: { panel: Panel; answer: PartyAnswer | undefined }) {
  const { clientId, state, lines, form, mayWrite, current, ended, partyOf } = panel;
  const here = `/clients/${clientId}`;
  return (
    <section id="parties" className="panel mt-6 grid scroll-mt-4 gap-4 p-4" aria-labelledby="parties-heading">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <CountedHeading id="parties-heading" count={current.count === 0 ? null : countText(current)}>
          Parties
        </CountedHeading>
        {mayWrite && form === null ? (
          <Link to="?party=new#parties" className="button" preventScrollReset>
            Add a party
          </Link>
        ) : null}
      </div>
      {form ? (
        <PartyForm
          key={form.step === 'find' ? form.q : `${form.step} ${answer ? 'answered' : ''}`}
          panel={panel}
          form={form}
          answer={answer}
        />
      ) : null}
      {state === 'ended' ? (
        <p>
          Those who no longer belong to the client. <Link to={`${here}#parties`}>Those who do</Link>
        </p>
      ) : null}
      {lines.length === 0 ? (
        <p className="text-ink-soft">
          {state === 'ended'
            ? 'None'
            : 'None yet: directors, owners, trustees, beneficiaries, and whoever acts for the client.'}
        </p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <PartyLine key={line.id} line={line} mayWrite={mayWrite && state === 'current'} />
          ))}
        </ul>
      )}
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm empty:hidden">
        {panel.nextAfter === null ? null : (
          <Link
            to={`?${state === 'ended' ? 'parties=ended&' : ''}partiesAfter=${panel.nextAfter}#parties`}
            preventScrollReset
          >
            More of {countText(state === 'ended' ? ended : current)}
          </Link>
        )}
        {panel.isFirstPage ? null : <Link to={`${here}#parties`}>From the first on</Link>}
        {state === 'current' && ended.count > 0 ? (
          <Link to="?parties=ended#parties" preventScrollReset>
            {ended.count === 1 ? 'One has ended' : `${countText(ended)} have ended`}
          </Link>
        ) : null}
      </p>
      {partyOf.length > 0 ? (
        <div className="grid gap-1 border-t border-line pt-3">
          <h3 className="font-semibold">Belongs to</h3>
          <ul className="grid gap-1">
            {partyOf.map(({ clientId: id, name, roles }) => (
              <li key={id}>
                <Link to={`/clients/${id}#parties`}>{name}</Link> <span className="hint">{roles}</span>
              </li>
            ))}
          </ul>
          {panel.partyOfTotal.count > partyOf.length ? (
            <p className="hint">
              {partyOf.length} shown, of {countText(panel.partyOfTotal)}
            </p>
          ) : null}
        </div>
      ) : null}
    </section>
  );
}

function PartyLine({ line, mayWrite }: { line: Panel['lines'][number]; mayWrite: boolean }) {
  const { id, client, roles, notes, verified, mustVerify, reasons, since, until } = line;
  return (
    <li className="grid gap-x-4 gap-y-1 border-t border-line pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p>
          <Link to={`/clients/${client.id}`} className="font-semibold">
            {client.name}
          </Link>{' '}
          <VerifiedMark verified={verified} mustVerify={mustVerify} isOver={until !== null} />
        </p>
        <p>{roles}</p>
        {notes.map((note) => (
          <p key={note} className="hint whitespace-pre-line">
            {note}
          </p>
        ))}
        {reasons.length > 0 ? <p className="hint">To be verified: {reasons.join('; ')}</p> : null}
        <p className="hint">{until ? `${since} to ${until}` : `Since ${since}`}</p>
      </div>
      {mayWrite ? (
        <p className="flex gap-3 text-sm">
          <Link to={`?party=${id}#parties`} preventScrollReset>
            Change<span className="sr-only"> {client.name}</span>
          </Link>
          <Link to={`?party=${id}&end=#parties`} preventScrollReset>
            End<span className="sr-only"> {client.name}</span>
          </Link>
        </p>
      ) : null}
    </li>
  );
}

function VerifiedMark({
  verified,
  mustVerify,
  isOver,
}: {
  verified: boolean;
  mustVerify: boolean;
  isOver: boolean;
}) {
  if (isOver) return null;
  if (verified) return <Marked by={settledMark}>Verified</Marked>;
  return mustVerify ? (
    <Marked by={openMark}>Not verified yet</Marked>
  ) : (
    <span className="hint">Need not be verified</span>
  );
}
