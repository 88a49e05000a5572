import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextGroupMembers, type PartyLink } from '#rules/clients/client-groups.ts';

const link = (clientId: string, partyClientId: string): PartyLink => ({
  clientId,
  partyClientId,
  roles: ['shareholder'],
});

describe('a step of a client group', () => {
  test('adds the other ends of relationships on either side, each once', () => {
    const links = [link('company', 'ana'), link('ana', 'company'), link('trust', 'ana'), link('ana', 'bo')];
    const added = nextGroupMembers(new Set(['ana']), links);
    expect(added.map(({ id }) => id)).toEqual(['company', 'trust', 'bo']);
    expect(added[0]?.link).toBe(links[0]);
  });

  test('ignores relationships between others', () => {
    expect(nextGroupMembers(new Set(['ana']), [link('x', 'y')])).toEqual([]);
  });

  const id = fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f');
  const links = fc.array(
    fc.tuple(id, id).map(([a, b]) => link(a, b)),
    { maxLength: 20 },
  );

  test('never repeats a client, and steps reach exactly the connected ones', () => {
    fc.assert(
      fc.property(links, id, (all, origin) => {
        const known = new Set([origin]);
        for (;;) {
          const next = nextGroupMembers(known, all);
          if (next.length === 0) break;
          for (const member of next) {
            expect(known.has(member.id)).toBe(false);
            known.add(member.id);
          }
        }
        const connected = new Set([origin]);
        for (let round = 0; round < 6; round += 1) {
          for (const { clientId, partyClientId } of all) {
            if (connected.has(clientId)) connected.add(partyClientId);
            else if (connected.has(partyClientId)) connected.add(clientId);
          }
        }
        expect([...known].sort()).toEqual([...connected].sort());
      }),
    );
  });
});
