import { formatDate } from '#rules/dates/calendar-dates.ts';
import { formatNumber } from '#rules/format/numbers.ts';
import { DescriptionList } from '../../components/description-list.tsx';
import { registryLabels } from '../../components/ownership/verification-labels.ts';
import { Panel } from '../../components/panel.tsx';
import type { VerificationPage } from './loader.server.ts';

type Extract = NonNullable<VerificationPage['verification']['extract']>;

const addressLabels: Record<string, string> = {
  registered: 'Registered office',
  service: 'Address for service',
  postal: 'Postal address',
  business: 'Place of business',
};

/** The register extract as stored: its facts, officers and shareholders, when it was ordered, and the original. */
export function ExtractSection({ extract, at }: { extract: Extract; at: string | null }) {
  return (
    <Panel
      id="extract"
      title="Register extract"
      action={
        <p className="hint">
          {registryLabels[extract.registry]}, {at}
        </p>
      }
    >
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <Facts extract={extract} />
        <div className="grid content-start gap-4">
          <Officers extract={extract} />
          <Shareholders extract={extract} />
        </div>
      </div>
      <p className="hint [overflow-wrap:anywhere]">
        {extract.documentId ? (
          <a href={`/documents/${extract.documentId}/download`} download>
            Original extract
          </a>
        ) : (
          'Original extract no longer retained'
        )}{' '}
        · SHA-256 {extract.sha256}
      </p>
    </Panel>
  );
}

function Facts({ extract }: { extract: Extract }) {
  const { numbers } = extract;
  const addresses = extract.addresses.map(({ type, text }) => ({
    label: addressLabels[type] ?? 'Address',
    text,
  }));
  return (
    <DescriptionList
      layout="compact"
      facts={[
        { label: 'Name', value: extract.name },
        { label: 'Trading names', value: extract.tradingNames.join(', ') },
        { label: 'Kind', value: extract.kindText },
        { label: 'Status', value: extract.statusText },
        { label: 'Registered', value: extract.registeredOn && formatDate(extract.registeredOn) },
        { label: 'Ended', value: extract.endedOn && formatDate(extract.endedOn) },
        { label: 'NZBN', value: numbers.nzbn },
        { label: 'Company number', value: numbers.nzCompanyNumber },
        { label: 'ABN', value: numbers.abn },
        { label: 'ACN', value: numbers.acn },
        ...[...new Set(addresses.map(({ label }) => label))].map((label) => ({
          label,
          value: addresses
            .filter((address) => address.label === label && address.text !== '')
            .map(({ text }) => text)
            .join('\n'),
        })),
      ]}
    />
  );
}

function Officers({ extract: { officers, gives } }: { extract: Extract }) {
  return (
    <Listed heading="Officers" none={gives.officers ? 'None listed.' : 'Not provided by this register.'}>
      {officers.map(({ party, roleText, from, to }) => (
        <li key={`${party.name} ${roleText} ${from}`}>
          {party.name}{' '}
          <span className="hint">
            {[roleText, to ? `until ${formatDate(to)}` : from ? `since ${formatDate(from)}` : '']
              .filter(Boolean)
              .join(', ')}
          </span>
        </li>
      ))}
    </Listed>
  );
}

function Shareholders({ extract: { holdings, gives } }: { extract: Extract }) {
  return (
    <Listed heading="Shareholders" none={gives.holdings ? 'None listed' : 'Not provided by this register.'}>
      {holdings.map(({ holders, shares, percent, joint, beneficiallyHeld }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no other order than the extract's
        <li key={index}>
          {holders.map(({ name }) => name).join(' and ')}{' '}
          <span className="hint">
            {percent} %, {formatNumber(Number(shares))} shares
            {joint ? ', jointly' : ''}
            {beneficiallyHeld === false ? ', not beneficially held' : ''}
          </span>
        </li>
      ))}
    </Listed>
  );
}

function Listed({ heading, none, children }: { heading: string; none: string; children: React.ReactNode[] }) {
  return (
    <div>
      <h3 className="mb-1 font-semibold">{heading}</h3>
      {children.length === 0 ? (
        <p className="text-ink-soft">{none}</p>
      ) : (
        <ul className="grid gap-1">{children}</ul>
      )}
    </div>
  );
}
