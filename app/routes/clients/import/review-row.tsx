import { Link } from '@remix-run/react';
import { DescriptionList } from '../../../components/description-list.tsx';
import { Card } from '../../../components/panel.tsx';
import type { ReviewLine } from './import.server.ts';

const stateLabels: Record<ReviewLine['state'], { mark: string; text: string; colour: string }> = {
  staged: { mark: '○', text: 'Not checked', colour: 'text-ink-soft' },
  ready: { mark: '●', text: 'Ready', colour: 'text-success' },
  asks: { mark: '◐', text: 'Needs review', colour: 'text-warning' },
  refused: { mark: '×', text: 'Cannot be imported', colour: 'text-danger' },
  imported: { mark: '✓', text: 'Imported', colour: 'text-success' },
};

/** One row of the file: its content and findings, and the checkbox that selects it while it can be imported. */
export function ReviewRow({ line, canChoose }: { line: ReviewLine; canChoose: boolean }) {
  const { mark, text, colour } = stateLabels[line.state];
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
        <span aria-hidden="true" className={colour}>
          {mark}
        </span>
      )}
      <div className="grid min-w-0 gap-1">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <RowName line={line} inputId={isOpen ? id : null} />
          <span className="hint">
            Row {line.number}
            {line.type ? ` · ${line.type}` : ''}
          </span>
          <span className={`text-sm ${colour}`}>{text}</span>
        </div>
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

function ImportedValues({ line }: { line: ReviewLine }) {
  return (
    <details className="text-sm">
      <summary>
        Imported values<span className="sr-only"> in row {line.number}</span>
      </summary>
      <DescriptionList
        layout="compact"
        className="mt-1"
        facts={line.read.map(({ heading, text: cell }) => ({ label: heading, value: cell }))}
      />
    </details>
  );
}
