import { Link } from '@remix-run/react';
import { lazy, Suspense } from 'react';
import { clientSectionUrl } from '#rules/clients/client-tabs.ts';
import { Badge, openBadge, resolvedBadge } from '../../../components/badge.tsx';
import { ButtonLink } from '../../../components/button.tsx';
import { SectionMessage } from '../../../components/flash-message.tsx';
import { Panel } from '../../../components/panel.tsx';
import { SanctionsTag } from '../../../components/sanctions/sanctions-tag.tsx';
import { formatCount } from '../../../components/table.tsx';
import type { readPartiesPanel } from './parties.server.ts';
import type { PartyResult } from './party-form-data.ts';

/** Loads when it is opened: its fields are heavy, and few visits need them. */
const PartyForm = lazy(async () => ({ default: (await import('./party-form.tsx')).PartyForm }));

type Parties = Awaited<ReturnType<typeof readPartiesPanel>>;

/** Related parties of a client, the clients that it is a related party of, and the forms that change them. */
export function PartiesPanel({ panel, result }: { panel: Parties; result: PartyResult | undefined }) {
  const { clientId, state, lines, form, mayWrite, current, partyOf } = panel;
  return (
    <Panel
      id="parties"
      title="Related parties"
      count={current.count === 0 ? null : formatCount(current)}
      action={
        mayWrite && form === null ? (
          <ButtonLink to="?party=new#parties" preventScrollReset>
            Add related party
          </ButtonLink>
        ) : null
      }
      className="mt-5"
    >
      <SectionMessage at="parties" />
      <Suspense>
        {form ? (
          <PartyForm
            key={form.step === 'find' ? form.q : `${form.step} ${result ? 'answered' : ''}`}
            panel={panel}
            form={form}
            result={result}
          />
        ) : null}
      </Suspense>
      {state === 'ended' ? (
        <p>
          Former related parties.{' '}
          <Link to={clientSectionUrl(clientId, 'parties')}>Current related parties</Link>
        </p>
      ) : null}
      {lines.length === 0 ? (
        <p className="text-ink-soft">
          {state === 'ended'
            ? 'None'
            : 'No related parties. Add directors, owners, trustees, beneficiaries and authorised representatives.'}
        </p>
      ) : (
        <ul className="grid gap-3">
          {lines.map((line) => (
            <PartyLine key={line.id} line={line} mayWrite={mayWrite && state === 'current'} />
          ))}
        </ul>
      )}
      <PartyPages panel={panel} />
      {partyOf.length > 0 ? <RelatedClients clients={partyOf} total={panel.partyOfTotal} /> : null}
    </Panel>
  );
}

/** Links to more related parties, and to former ones. */
function PartyPages({ panel }: { panel: Parties }) {
  const { clientId, state, current, ended, nextAfter, isFirstPage } = panel;
  return (
    <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm empty:hidden">
      {nextAfter === null ? null : (
        <Link
          to={`?${state === 'ended' ? 'parties=ended&' : ''}partiesAfter=${nextAfter}#parties`}
          preventScrollReset
        >
          More of {formatCount(state === 'ended' ? ended : current)}
        </Link>
      )}
      {isFirstPage ? null : <Link to={clientSectionUrl(clientId, 'parties')}>First page</Link>}
      {state === 'current' && ended.count > 0 ? (
        <Link to="?parties=ended#parties" preventScrollReset>
          {ended.count === 1 ? '1 former party' : `${formatCount(ended)} former parties`}
        </Link>
      ) : null}
    </p>
  );
}

/** The clients of which this client is a related party. */
function RelatedClients({ clients, total }: { clients: Parties['partyOf']; total: Parties['partyOfTotal'] }) {
  return (
    <div className="grid gap-1 border-t border-line pt-3">
      <h3 className="font-semibold">Related party of</h3>
      <ul className="grid gap-1">
        {clients.map(({ clientId: id, name, roles, sanctions }) => (
          <li key={id}>
            <Link to={clientSectionUrl(id, 'parties')}>{name}</Link>
            <SanctionsTag tag={sanctions} /> <span className="hint">{roles}</span>
          </li>
        ))}
      </ul>
      {total.count > clients.length ? (
        <p className="hint">
          {clients.length} shown, of {formatCount(total)}
        </p>
      ) : null}
    </div>
  );
}

function PartyLine({ line, mayWrite }: { line: Parties['lines'][number]; mayWrite: boolean }) {
  const { id, client, roles, notes, verified, mustVerify, reasons, since, until } = line;
  return (
    <li className="grid gap-x-4 gap-y-1 border-t border-line pt-3 first:border-t-0 first:pt-0 sm:grid-cols-[1fr_auto]">
      <div className="min-w-0">
        <p>
          <Link to={`/clients/${client.id}`} className="font-semibold">
            {client.name}
          </Link>
          <SanctionsTag tag={client.sanctions} />{' '}
          <VerifiedBadge verified={verified} mustVerify={mustVerify} isOver={until !== null} />
        </p>
        <p>{roles}</p>
        {notes.map((note) => (
          <p key={note} className="hint whitespace-pre-line">
            {note}
          </p>
        ))}
        {reasons.length > 0 ? <p className="hint">Verification required: {reasons.join('; ')}</p> : null}
        <p className="hint">{until ? `${since} to ${until}` : `Since ${since}`}</p>
      </div>
      {mayWrite ? (
        <p className="flex gap-3 text-sm print:hidden">
          <Link to={`?party=${id}#parties`} preventScrollReset>
            Edit<span className="sr-only"> {client.name}</span>
          </Link>
          <Link to={`?party=${id}&end=#parties`} preventScrollReset>
            End<span className="sr-only"> {client.name}</span>
          </Link>
        </p>
      ) : null}
    </li>
  );
}

function VerifiedBadge({
  verified,
  mustVerify,
  isOver,
}: {
  verified: boolean;
  mustVerify: boolean;
  isOver: boolean;
}) {
  if (isOver) return null;
  if (verified) return <Badge by={resolvedBadge}>Verified</Badge>;
  return mustVerify ? (
    <Badge by={openBadge}>Not verified yet</Badge>
  ) : (
    <span className="hint">Verification not required</span>
  );
}
