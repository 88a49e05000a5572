import { FieldErrors, type FormField } from './forms/field.tsx';

const labels = { AUS: 'Australia', NZL: 'New Zealand' } as const;

/** The countries whose law the company works under: one or both. */
export function RegulatedIn({
  field,
  countries,
  hint,
}: {
  field: FormField;
  /** In the order in which they are shown. */
  countries: readonly (keyof typeof labels)[];
  hint?: string;
}) {
  const given = [field.initialValue ?? []].flat();
  const hintId = hint === undefined ? undefined : `${field.id}-hint`;
  return (
    <fieldset className="grid gap-1" aria-describedby={hintId}>
      <legend className="mb-1">Countries whose anti-money-laundering law applies to it</legend>
      {hint === undefined ? null : (
        <p id={hintId} className="hint">
          {hint}
        </p>
      )}
      {countries.map((country, index) => (
        <label key={country} className="grid grid-cols-[18px_1fr] items-start gap-2 py-0.5 font-normal">
          <input
            type="checkbox"
            id={index === 0 ? field.id : undefined}
            name={field.name}
            value={country}
            defaultChecked={given.includes(country)}
            aria-invalid={field.errors ? true : undefined}
          />
          {labels[country]}
        </label>
      ))}
      <FieldErrors field={field} />
    </fieldset>
  );
}
