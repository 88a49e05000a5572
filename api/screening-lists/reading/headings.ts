/** A heading as it is compared: `Date of Birth`, `date_of_birth` and `DATE OF BIRTH ` are one. */
export const headingKey = (text: string) =>
  text
    .toLowerCase()
    .replace(/\([^)]*\)/g, '')
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();

/** Places of columns by heading; the first of two that are the same. */
export function columnPlaces(headings: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  headings.forEach((heading, place) => {
    const key = headingKey(heading);
    if (!places.has(key)) places.set(key, place);
  });
  return places;
}

/** Gives a row's cell by any of the names of its column, empty where there is none. */
export function cellReader(
  headings: readonly string[],
): (cells: readonly string[], ...names: string[]) => string {
  const places = columnPlaces(headings);
  return (cells, ...names) => {
    const name = names.find((one) => places.has(one));
    return name === undefined ? '' : (cells[places.get(name) ?? -1] ?? '');
  };
}

/** Values of one cell that holds several, with semicolons between; one that has a semicolon itself stands in quotation marks. */
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
  return [...values, value].map((one) => one.trim()).filter((one) => one !== '');
}
