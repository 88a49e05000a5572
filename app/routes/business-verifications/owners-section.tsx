import { jurisdictionLabels } from '../../components/ownership/verification-labels.ts';
import { Panel } from '../../components/panel.tsx';
import type { VerificationPage } from './loader.server.ts';

type Ownership = NonNullable<VerificationPage['verification']['ownership']>;

/** Beneficial owners under the law of each country in which the company is regulated, with the ownership paths of each share. */
export function OwnersSection({ ownership }: { ownership: Ownership }) {
  const owners = ownership.people.filter(({ counts }) => counts.length > 0);
  const others = ownership.people.filter(({ counts }) => counts.length === 0);
  const getName = (id: string) => ownership.nodes.find((node) => node.id === id)?.name ?? '';
  return (
    <Panel
      id="owners"
      title="Beneficial owners"
      about={ownership.thresholds
        .map(({ jurisdiction, words }) => `${jurisdictionLabels[jurisdiction]}: ${words}, or control`)
        .join(' · ')}
    >
      {ownership.fallbacks.map(({ jurisdiction, text, candidateIds }) => (
        <p key={jurisdiction} className="notice notice-warning">
          <strong>{jurisdictionLabels[jurisdiction]}.</strong> {text}
          {candidateIds.length > 0 ? ` Directors: ${candidateIds.map(getName).join(', ')}.` : ''}
        </p>
      ))}
      {owners.length === 0 ? <p className="text-ink-soft">No beneficial owners identified</p> : null}
      <ul className="grid gap-4">
        {owners.map((person) => (
          <Owner key={person.nodeId} person={person} getName={getName} />
        ))}
      </ul>
      {others.length > 0 ? <BelowThreshold people={others} /> : null}
    </Panel>
  );
}

type Person = Ownership['people'][number];

function Owner({ person, getName }: { person: Person; getName: (id: string) => string }) {
  return (
    <li className="grid gap-1 border-t border-line pt-3 first:border-t-0 first:pt-0">
      <h3 className="font-semibold">
        {person.name} <span className="font-normal tabular-nums">{person.percent} %</span>
      </h3>
      {person.counts.map(({ jurisdiction, provision, reasons }) => (
        <p key={jurisdiction}>
          {jurisdictionLabels[jurisdiction]}: {reasons.join('; ')} <span className="hint">{provision}</span>
        </p>
      ))}
      <Paths person={person} getName={getName} />
    </li>
  );
}

function BelowThreshold({ people }: { people: readonly Person[] }) {
  return (
    <details>
      <summary>
        {people.length === 1 ? '1 person below the threshold' : `${people.length} people below the threshold`}
      </summary>
      <ul className="mt-2 grid gap-2">
        {people.map((person) => (
          <li key={person.nodeId}>
            {person.name} <span className="tabular-nums">{person.percent} %</span>
            {person.nominee ? ', nominee holder' : ''}
            {person.mightCount.length > 0 ? (
              <span className="text-warning">
                {' '}
                could be a beneficial owner in{' '}
                {person.mightCount.map((jurisdiction) => jurisdictionLabels[jurisdiction]).join(' and ')} if
                unresolved ownership is theirs
              </span>
            ) : null}
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The chains of holdings by which a person owns a share, each with its product. */
function Paths({ person, getName }: { person: Person; getName: (id: string) => string }) {
  if (person.paths.length === 0) return null;
  return (
    <ul className="hint grid gap-0.5">
      {person.paths.map(({ nodeIds, percents, product }) => (
        <li key={nodeIds.join()}>
          {percents.length > 1
            ? `${percents.map((percent) => `${percent} %`).join(' × ')} = ${product} %, through `
            : `${product} % `}
          {percents.length > 1 ? nodeIds.slice(1, -1).map(getName).join(', then ') : 'directly'}
        </li>
      ))}
      {person.pathsAreWhole ? null : <li>Plus smaller ownership paths.</li>}
    </ul>
  );
}
