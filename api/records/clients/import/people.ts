import type { Trx } from '../../../kernel/database/tables/schema.ts';
import { activePeople } from '../../team/store.ts';
import { type PeopleByName, personKey } from './read-row.ts';

/** The company's active members by name and email address, as a file may name a relationship owner. */
export async function getPeople(trx: Trx): Promise<PeopleByName> {
  const people = await activePeople(trx);
  // Members of one name are identified by their email address only.
  const names = people.map(({ name }) => personKey(name));
  return new Map([
    ...people
      .filter(({ name }) => names.filter((other) => other === personKey(name)).length === 1)
      .map(({ id, name }): [string, string] => [personKey(name), id]),
    ...people.map(({ id, loginId }): [string, string] => [personKey(loginId), id]),
  ]);
}
