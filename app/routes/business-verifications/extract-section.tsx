import type { VerificationPage } from './page.server.ts';
import { registryWords } from './words.ts';

type Extract = NonNullable<VerificationPage['verification']['extract']>;

/** What the register says of the client, as it was kept, with its time and the answer itself. */
export function ExtractSection({ extract, at }: { extract: Extract; at: string | null }) {
  const { numbers, gives } = extract;
  const facts: [string, string | null][] = [
    ['Name', extract.name],
    ['Trading names', extract.tradingNames.join(', ') || null],
    ['Kind', extract.kindText || null],
    ['Status', extract.statusText || null],
    ['Registered', extract.registeredOn],
    ['Ended', extract.endedOn],
    ['NZBN', numbers.nzbn ?? null],
    ['Company number', numbers.nzCompanyNumber ?? null],
    ['ABN', numbers.abn ?? null],
    ['ACN', numbers.acn ?? null],
    ...extract.addresses.map(({ type, text }): [string, string | null] => [
      addressWords[type] ?? 'Address',
      text || null,
    ]),
  ];
  return (
    <section id="extract" className="panel mt-6 grid gap-4 p-4" aria-labelledby="extract-heading">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h2 id="extract-heading">What the register says</h2>
        <p className="hint">
          {registryWords[extract.registry]}, {at}
        </p>
      </div>
      <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
        <dl className="grid content-start gap-x-4 gap-y-1 sm:grid-cols-[minmax(120px,auto)_1fr]">
          {facts
            .filter(([, value]) => value !== null)
            .map(([label, value]) => (
              <div key={`${label} ${value}`} className="sm:contents">
                <dt className="text-ink-soft">{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
        </dl>
        <div className="grid content-start gap-4">
          <Listed
            heading="Directors and others"
            none={gives.officers ? 'None listed.' : 'This register does not say.'}
          >
            {extract.officers.map(({ party, roleText, from, to }) => (
              <li key={`${party.name} ${roleText} ${from}`}>
                {party.name}{' '}
                <span className="hint">
                  {[roleText, to ? `until ${to}` : from ? `since ${from}` : ''].filter(Boolean).join(', ')}
                </span>
              </li>
            ))}
          </Listed>
          <Listed
            heading="Who holds it"
            none={gives.holdings ? 'Nobody listed.' : 'This register does not say.'}
          >
            {extract.holdings.map(({ holders, shares, percent, joint, beneficiallyHeld }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: parcels have no other order than the extract's
              <li key={index}>
                {holders.map(({ name }) => name).join(' and ')}{' '}
                <span className="hint">
                  {percent} %, {Number(shares).toLocaleString('en-NZ')} shares
                  {joint ? ', jointly' : ''}
                  {beneficiallyHeld === false ? ', not for their own benefit' : ''}
                </span>
              </li>
            ))}
          </Listed>
        </div>
      </div>
      <p className="hint [overflow-wrap:anywhere]">
        {extract.documentId ? (
          <a href={`/documents/${extract.documentId}/download`} download>
            The answer as it came
          </a>
        ) : (
          'The answer as it came is not kept any more'
        )}{' '}
        · SHA-256 {extract.sha256}
      </p>
    </section>
  );
}

const addressWords: Record<string, string> = {
  registered: 'Registered office',
  service: 'Address for service',
  postal: 'Postal address',
  business: 'Place of business',
};

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
