/** Columns of a table by their names on the wire. */
type Columns = Readonly<Record<string, string>>;

type Selected<Alias extends string, C extends Columns> = {
  [Name in keyof C & string]: `${Alias}.${C[Name]} as ${Name}`;
}[keyof C & string];

/** Values of every column; undefined is stored as null. */
type ColumnValues<C extends Columns, Values> = {
  [Name in keyof C & keyof Values as C[Name]]:
    | Exclude<Values[Name], undefined>
    | (undefined extends Values[Name] ? null : never);
};

/** Does not compile for values that lack a column: without it, the column would be cleared. */
type Complete<C extends Columns, Values> = keyof C extends keyof Values
  ? unknown
  : { missing: Exclude<keyof C, keyof Values> };

/**
 * The columns of a table for a select list, each under its name on the wire, so that rows need no mapping.
 *
 * @example trx.selectFrom('funds_lines as l').select(selected('l', { from: 'origin' }))   // "l"."origin" as "from"
 */
export function selected<const Alias extends string, const C extends Columns>(
  alias: Alias,
  columns: C,
): Selected<Alias, C>[] {
  return Object.entries(columns).map(([name, column]) => `${alias}.${column} as ${name}`) as Selected<
    Alias,
    C
  >[];
}

/** The values of all these columns, from values by their names on the wire. Others, such as ids of related records, are left to the caller. */
export function toColumns<const C extends Columns, Values extends { readonly [Name in keyof C]?: unknown }>(
  columns: C,
  values: Values & Complete<C, Values>,
): ColumnValues<C, Values> {
  const named: Readonly<Record<string, unknown>> = values;
  return Object.fromEntries(
    Object.entries(columns).map(([name, column]) => [column, named[name] ?? null]),
  ) as ColumnValues<C, Values>;
}
