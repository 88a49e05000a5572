import pg from 'pg';

type ParseText = (text: string) => unknown;

const oids = {
  int8: 20,
  date: 1082,
  timestamptz: 1184,
  int8Array: 1016,
  dateArray: 1182,
  timestamptzArray: 1185,
  numericArray: 1231,
} as const;

/** An int8 as a number; a value outside the safe range is an error, never rounded. */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database returned an integer too large to hold: ${text}`);
  return value;
}

const utcInstant = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/;

/** A timestamptz, which our sessions print in UTC, as ISO with milliseconds; `infinity` is unchanged. */
function parseInstant(text: string): string {
  const match = utcInstant.exec(text);
  if (!match) return text;
  const milliseconds = (match[3] ?? '').slice(0, 3).padEnd(3, '0');
  return `${match[1]}T${match[2]}.${milliseconds}Z`;
}

const saveText: ParseText = (text) => text;

/** node-postgres's parser of array literals, whose type declaration is wrong. */
const arrayLiterals = pg.types.arrayParser as unknown as {
  create(literal: string, parse: (entry: string) => unknown): { parse(): unknown };
};

function getArray(parse: ParseText): ParseText {
  return (literal) => arrayLiterals.create(literal, parse).parse();
}

const parsers = new Map<number, ParseText>([
  [oids.int8, parseInt8],
  [oids.date, saveText],
  [oids.timestamptz, parseInstant],
  [oids.int8Array, getArray(parseInt8)],
  [oids.dateArray, getArray(saveText)],
  [oids.timestamptzArray, getArray(parseInstant)],
  [oids.numericArray, getArray(saveText)],
]);

/**
 * Type parsers of both engines: int8 as a number, numeric as text, date as `YYYY-MM-DD`, timestamptz as UTC ISO text
 * with milliseconds, json and jsonb as values; otherwise node-postgres's defaults.
 */
export const valueParsing: pg.CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers.get(oid)) ||
    pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};
