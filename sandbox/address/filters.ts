type Filtered = { type: string; postcode: string; region: string; territory: string };

/**
 * Parses the search's filters: `expostbox`, `exrural`, `exundeliver` exclude categories; `in…` and `ex…` of `postcode`,
 * `region` and `territory` take lists separated by dashes (`0622-1010`). `exspelling`, `exword` and `exip` are accepted
 * and ignored.
 */
export function readFilter(query: (name: string) => string | undefined): (address: Filtered) => boolean {
  const isOn = (name: string) => ['true', '1'].includes((query(name) ?? '').toLowerCase());
  const leftOut = new Set<string>();
  if (isOn('expostbox')) leftOut.add('PostBox');
  if (isOn('exrural')) leftOut.add('Rural');
  if (isOn('exundeliver')) leftOut.add('NonPostal');
  const lists = (['postcode', 'region', 'territory'] as const).map((field) => ({
    field,
    inside: getList(query(`in${field}`)),
    outside: getList(query(`ex${field}`)),
  }));
  return (address) =>
    !leftOut.has(address.type) &&
    lists.every(({ field, inside, outside }) => {
      const value = address[field].toLowerCase();
      return (inside.length === 0 || inside.includes(value)) && !outside.includes(value);
    });
}

function getList(text: string | undefined): string[] {
  return (text ?? '')
    .split('-')
    .map((item) => item.trim().toLowerCase())
    .filter((item) => item !== '');
}
