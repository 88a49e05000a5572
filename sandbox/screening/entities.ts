/** An invented entity as the matching API returns it. */
export interface Figure {
  id: string;
  caption: string;
  schema: 'Person' | 'Company' | 'Organization' | 'Vessel';
  properties: Record<string, string[]>;
  datasets: string[];
  referents: string[];
  target: boolean;
  first_seen: string;
  last_seen: string;
  last_change: string;
}

function figure(
  id: string,
  schema: Figure['schema'],
  caption: string,
  properties: Record<string, string[]>,
): Figure {
  return {
    id,
    caption,
    schema,
    properties: { name: [caption], ...properties },
    datasets: ['invented_people'],
    referents: [],
    target: true,
    first_seen: '2026-01-01T12:00:00',
    last_seen: '2026-02-27T06:00:00',
    last_change: '2026-02-01T12:00:00',
  };
}

export const figures: readonly Figure[] = [
  figure('NK-invented-1', 'Person', 'Zoltan Inventador', {
    alias: ['Zoltan the Invented'],
    birthDate: ['1961-04-09'],
    nationality: ['ba'],
    gender: ['male'],
    passportNumber: ['ZZ0000001'],
    topics: ['sanction'],
  }),
  figure('NK-invented-2', 'Person', 'Perpetua Fictiva', {
    birthDate: ['1975'],
    nationality: ['ar'],
    topics: ['role.pep'],
    position: ['Minister of an invented country'],
  }),
  figure('NK-invented-3', 'Company', 'Imaginary Shipping Holdings', {
    jurisdiction: ['pa'],
    registrationNumber: ['000-111-222'],
    topics: ['sanction', 'crime.fin'],
  }),
];
