import { Link } from '@remix-run/react';
import {
  Badge,
  type BadgeProps,
  dangerBadge,
  neutralBadge,
  settledBadge,
  warningBadge,
} from '../../../components/badge.tsx';
import { DescriptionList } from '../../../components/description-list.tsx';
import { Card } from '../../../components/panel.tsx';
import type { ReviewLine } from './import.server.ts';

const states: Record<ReviewLine['state'], { by: BadgeProps; text: string }> = {
  staged: { by: neutralBadge, text: 'Not checked' },
  ready: { by: settledBadge, text: 'Ready' },
  asks: { by: warningBadge, text: 'Needs review' },
  refused: { by: dangerBadge, text: 'Cannot be imported' },
  imported: { by: settledBadge, text: 'Imported' },
};

/** One row of the file: its content and findings, and the checkbox that selects it while it can be imported. */
export function ReviewRow({ line, canChoose }: { line: ReviewLine; canChoose: boolean }) {
  const { by, text } = states[line.state];
  const isOpen = canChoose && (line.state === 'ready' || line.state === 'asks');
  const id = `row-${line.number}`;
  return (
    <Card as="li" pad="tight" className="grid grid-cols-[18px_1fr] gap-x-3 gap-y-1">
      {isOpen ? (
        <>
          <input type="hidden" name="shown" value={line.number} />
          <input type="checkbox" id={id} name="row" value={line.number} defaultChecked={line.chosen} />
        </>
      ) : (
        <span />
      )}
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <RowName line={line} inputId={isOpen ? id : null} />
          <span className="hint">
            Row {line.number}
            {line.type ? ` · ${line.type}` : ''}
          </span>
          <Badge by={by}>{text}</Badge>
        </div>
        {line.nameParts === '' ? null : <p className="hint">{line.nameParts}</p>}
        <Findings line={line} />
        <ImportedValues line={line} />
      </div>
    </Card>
  );
}

/** Label of the row's checkbox if it has one, else the created client, else the name. */
function RowName({ line, inputId }: { line: ReviewLine; inputId: string | null }) {
  if (inputId !== null) return <label htmlFor={inputId}>{line.name}</label>;
  return line.clientId ? (
    <Link to={`/clients/${line.clientId}`}>{line.name}</Link>
  ) : (
    <span className="font-semibold">{line.name}</span>
  );
}

/** Reasons why the row cannot be imported, required confirmations, and possible duplicates. */
function Findings({ line }: { line: ReviewLine }) {
  return (
    <>
      {line.problems.map((message) => (
        <p key={message} className="field-error">
          {message}
        </p>
      ))}
      {line.asks.map((message) => (
        <p key={message} className="text-warning">
          {message}
        </p>
      ))}
      {line.duplicates.map((duplicate) => (
        <p key={`${duplicate.name} ${duplicate.href}`} className="text-warning">
          Possible duplicate of{' '}
          {duplicate.href ? (
            <a href={duplicate.href} target="_blank" rel="noreferrer">
              {duplicate.name}
              <span className="sr-only"> (opens in a new tab)</span>
            </a>
          ) : (
            duplicate.name
          )}
          : {duplicate.reasons}
        </p>
      ))}
    </>
  );
}

const valuesTitle: Record<ReviewLine['state'], string> = {
  staged: 'Values in the file',
  ready: 'Values to be saved',
  asks: 'Values to be saved',
  refused: 'Values in the file',
  imported: 'Saved values',
};

function ImportedValues({ line }: { line: ReviewLine }) {
  return (
    <details className="text-sm">
      <summary>
        {valuesTitle[line.state]}
        <span className="sr-only"> of row {line.number}</span>
      </summary>
      <DescriptionList
        layout="compact"
        className="mt-1"
        facts={line.values.map(({ label, text }) => ({ label, value: text }))}
      />
    </details>
  );
}
