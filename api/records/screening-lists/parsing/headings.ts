/** Normalises a heading: `Date of Birth`, `date_of_birth` and `DATE OF BIRTH ` are equal. */
const headingKey = (text: string) =>
  text
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Column indexes by heading; the first of duplicates. */
export function columnPlaces(headings: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  headings.forEach((heading, place) => {
    const key = headingKey(heading);
    if (!places.has(key)) places.set(key, place);
  });
  return places;
}

/** Returns a function that reads a row's cell by any name of its column; empty if missing. */
export function cellReader(
  headings: readonly string[],
): (cells: readonly string[], ...names: string[]) => string {
  const places = columnPlaces(headings);
  return (cells, ...names) => {
    const name = names.find((name) => places.has(name));
    return name === undefined ? '' : (cells[places.get(name) ?? -1] ?? '');
  };
}

/** Splits a cell at semicolons; a quoted value may contain one. */
export function cellValues(cell: string): string[] {
  const values: string[] = [];
  let value = '';
  let quoted = false;
  for (let at = 0; at < cell.length; at += 1) {
    const letter = cell[at];
    if (letter === '"' && quoted && cell[at + 1] === '"') {
      value += '"';
      at += 1;
    } else if (letter === '"' && (quoted || value.trim() === '')) {
      quoted = !quoted;
      if (quoted) value = '';
    } else if (letter === ';' && !quoted) {
      values.push(value);
      value = '';
    } else value += letter;
  }
  return [...values, value].map((value) => value.trim()).filter((item) => item !== '');
}
