import { TextArea, TextInput } from '../../../components/forms/text-input.tsx';
import { Card } from '../../../components/panel.tsx';
import { type EditableCell, needsCorrection } from './editable-cell.ts';
import type { ReviewLine } from './import.server.ts';

/** A row with its cells as fields: those with a problem first, each with its message; the others folded. Of damaged letters the likely text is filled in. */
export function CorrectableRow({
  line,
  kept,
}: {
  line: ReviewLine;
  /** Corrections that were typed but not saved, by the fields' names. */
  kept: Record<string, string>;
}) {
  const wrong = line.editable.filter(needsCorrection);
  const others = line.editable.filter((cell) => !needsCorrection(cell));
  const isOpen = wrong.length === 0 || others.some(({ place }) => getName(line, place) in kept);
  return (
    <Card as="li" pad="tight">
      <fieldset className="grid gap-3">
        <legend className="flex flex-wrap items-baseline gap-x-3">
          <span className="font-semibold">{line.name}</span>
          <span className="hint">
            Row {line.number}
            {line.type ? ` · ${line.type}` : ''}
          </span>
        </legend>
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
        {wrong.length > 0 ? <Cells line={line} cells={wrong} kept={kept} /> : null}
        {others.length > 0 ? (
          <details open={isOpen} className="text-sm">
            <summary>
              {wrong.length > 0 ? 'Other values' : 'Values'}
              <span className="sr-only"> of row {line.number}</span>
            </summary>
            <Cells line={line} cells={others} kept={kept} />
          </details>
        ) : null}
      </fieldset>
    </Card>
  );
}

const getName = ({ number }: ReviewLine, place: number) => `cell-${number}-${place}`;

function Cells({
  line,
  cells,
  kept,
}: {
  line: ReviewLine;
  cells: readonly EditableCell[];
  kept: Record<string, string>;
}) {
  return (
    <div className="mt-1 grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      {cells.map(({ place, heading, text, likely, problems }) => {
        const name = getName(line, place);
        const Input = /[\r\n]/.test(text) ? TextArea : TextInput;
        return (
          <div key={place}>
            <input type="hidden" name={`former-${line.number}-${place}`} value={text} />
            <Input
              field={{
                id: `import-${name}`,
                name,
                errors: problems.length > 0 ? problems : undefined,
                initialValue: kept[name] ?? likely ?? text,
              }}
              label={heading}
            />
          </div>
        );
      })}
    </div>
  );
}
