import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CddLevel, type ClientType, clientTypes } from '#rules/clients/client-types.ts';
import { addDays, compareDates, daysBetween } from '#rules/dates/calendar-dates.ts';
import { catalogueFor } from '#rules/document-requests/catalogue.ts';
import {
  compareGiven,
  getIdentityDocuments,
  sameAddress,
  sameName,
} from '#rules/document-requests/evidence.ts';
import {
  detailFields,
  estimateMinutes,
  formatItemCounts,
  formatItemStatus,
  isAwaitedItem,
  maxItems,
  requestItemStatuses,
  requestItemStatusLabels,
} from '#rules/document-requests/items.ts';
import {
  canSubmit,
  canSubmitItem,
  decisionsComeTo,
  nextItem,
  statusAfterSubmission,
  submissionProblem,
} from '#rules/document-requests/progress.ts';
import { dueDates, isOverdue, linkLastDay, reminderStage } from '#rules/document-requests/reminders.ts';
import { uploadedDocumentTypes } from '#rules/documents/document-types.ts';
import { isOpenRequest, requestLifecycle, waitsForRecipient } from '#rules/lifecycles/checks.ts';
import { canTransition, getStates } from '#rules/lifecycles/lifecycle.ts';
import { registerChanges } from '#rules/registers/register-changes.ts';

const today = '2026-11-21';
const items = fc.array(
  fc.record({
    status: fc.constantFrom(...requestItemStatuses),
    required: fc.boolean(),
    label: fc.constant('x'),
  }),
  { minLength: 1, maxLength: maxItems },
);
const states = getStates(requestLifecycle);

describe('request status', () => {
  it('makes only transitions of the lifecycle', () => {
    fc.assert(
      fc.property(fc.constantFrom(...states), items, (before, given) => {
        const after = statusAfterSubmission(before, given);
        expect(after === before || canTransition(requestLifecycle, before, after).allowed).toBe(true);
      }),
    );
  });

  it('accepts submissions in open states only, and not for accepted items', () => {
    for (const state of states) {
      if (canSubmit(state)) expect(isOpenRequest(state) && waitsForRecipient(state)).toBe(true);
      expect(canSubmitItem(state, 'accepted')).toBe(false);
    }
    const open = ['opened', 'partlySubmitted', 'changesRequested'] as const;
    expect(states.filter(canSubmit)).toEqual(open);
    for (const state of open) {
      expect(canTransition(requestLifecycle, state, 'submitted').allowed).toBe(true);
    }
  });

  it('is complete only with all required items accepted and none undecided', () => {
    fc.assert(
      fc.property(items, (given) => {
        const outcome = decisionsComeTo(given);
        const has = (status: string) => given.some((item) => item.status === status);
        if (outcome === 'completed') {
          expect(has('given') || has('rejected')).toBe(false);
          expect(given.every((item) => item.status === 'accepted' || !item.required)).toBe(true);
        }
        if (has('given')) expect(outcome).toBe('undecided');
        if (outcome === 'changesRequested') expect(has('rejected')).toBe(true);
      }),
    );
  });

  it('rejects submission without required items or without any item', () => {
    fc.assert(
      fc.property(items, (given) => {
        const isMissing = given.some(
          ({ status, required }) => status === 'rejected' || (required && status === 'requested'),
        );
        const isGiven = given.some(({ status }) => status === 'given');
        expect(submissionProblem(given) === undefined).toBe(!isMissing && isGiven);
      }),
    );
  });
});

describe('what staff read of an item', () => {
  const times = ['2026-11-20T01:00:00.000Z', '2026-11-20T02:00:00.000Z', '2026-11-20T03:00:00.000Z'] as const;

  it('says "Submitted" only of what was saved before the latest submission', () => {
    const given = (givenAt: string | null) => ({ status: 'given' as const, givenAt });
    expect(formatItemStatus(given(times[0]), null)).toBe('Added');
    expect(formatItemStatus(given(times[0]), times[1])).toBe('Submitted');
    expect(formatItemStatus(given(times[1]), times[1])).toBe('Submitted');
    // Saved again after changes were requested.
    expect(formatItemStatus(given(times[2]), times[1])).toBe('Added');
    for (const status of ['requested', 'accepted', 'rejected'] as const)
      expect(formatItemStatus({ status, givenAt: times[0] }, null)).toBe(requestItemStatusLabels[status]);
  });

  it('counts items as submitted only once the request is', () => {
    const counts = { given: 1, total: 3, accepted: 0 };
    for (const status of states) {
      const isSent = status === 'submitted' || status === 'completed';
      expect(formatItemCounts({ status, items: counts })).toBe(
        isSent ? '1 of 3 submitted, 0 accepted' : '1 of 3 added, 0 accepted',
      );
    }
  });
});

describe('dates of a request', () => {
  const days = fc.integer({ min: -60, max: 120 }).map((count) => addDays(today, count));

  it.each([
    ['2026-11-24', '2026-11-10', 'before3'],
    ['2026-11-22', '2026-11-10', 'before1'],
    ['2026-11-21', '2026-11-10', 'before1'],
    ['2026-11-20', '2026-11-10', 'after1'],
    ['2026-11-14', '2026-11-10', 'after7'],
    ['2026-11-30', '2026-11-10', undefined],
    // Sent today with a due date so near that its reminder would be due before the sending.
    ['2026-11-22', today, undefined],
  ])('due %s, sent %s: %s', (dueOn, sentOn, stage) => {
    expect(reminderStage({ dueOn, sentOn }, today)).toBe(stage);
  });

  it('reminds only of requests sent before today and never repeats a stage', () => {
    fc.assert(
      fc.property(days, days, (dueOn, sentOn) => {
        const order = ['before3', 'before1', 'after1', 'after7'];
        let last = -1;
        for (let day = 0; day < 30; day += 1) {
          const stage = reminderStage({ dueOn, sentOn }, addDays(today, day));
          if (stage === undefined) continue;
          expect(compareDates(sentOn, addDays(today, day))).toBeLessThan(0);
          expect(order.indexOf(stage)).toBeGreaterThanOrEqual(last);
          last = order.indexOf(stage);
        }
      }),
    );
  });

  it('extends a link to a week past the due date, at least the policy', () => {
    fc.assert(
      fc.property(days, fc.integer({ min: 1, max: 60 }), (dueOn, expiryDays) => {
        const last = linkLastDay(today, dueOn, expiryDays);
        expect(daysBetween(dueOn, last)).toBeGreaterThanOrEqual(7);
        expect(daysBetween(today, last)).toBeGreaterThanOrEqual(expiryDays);
        const { first, last: lastDue } = dueDates(today, expiryDays);
        expect([first, daysBetween(today, lastDue)]).toEqual([today, Math.max(expiryDays, 90)]);
      }),
    );
    expect([isOverdue(today, today), isOverdue(addDays(today, -1), today)]).toEqual([false, true]);
  });
});

describe('catalogue of items', () => {
  it('offers items for every client type, each once, with unique keys and labels', () => {
    for (const country of ['NZL', 'AUS'] as const) {
      for (const type of clientTypes) {
        const offered = catalogueFor({ clientType: type, cddLevel: null }, country, today);
        expect(offered.length).toBeGreaterThan(3);
        expect(offered.length).toBeLessThanOrEqual(maxItems);
        for (const part of ['key', 'label'] as const) {
          expect(new Set(offered.map((item) => item[part])).size).toBe(offered.length);
        }
        for (const { kind, documentType, detailFields: fields, why } of offered) {
          expect(kind === 'document' ? uploadedDocumentTypes : detailFields).toContain(
            kind === 'document' ? documentType : fields[0],
          );
          expect(why).toContain(country === 'NZL' ? 'NZ' : 'AU');
        }
      }
    }
  });

  it('suggests proof of address in New Zealand at the enhanced level alone', () => {
    const suggested = (clientType: ClientType, cddLevel: CddLevel | null, country: 'NZL' | 'AUS' = 'NZL') =>
      catalogueFor({ clientType, cddLevel }, country, today)
        .filter(({ isSuggested }) => isSuggested)
        .map(({ key }) => key);
    expect(suggested('trust', 'enhanced')).toEqual(['proofOfAddress', 'trustDeed', 'sourceOfWealth']);
    expect(suggested('individual', 'enhanced')).toContain('proofOfAddress');
    for (const level of ['standard', 'simplified', null] as const) {
      expect(suggested('individual', level)).toEqual(['personalDetails', 'passport']);
      expect(suggested('individual', level, 'AUS')).toContain('proofOfAddress');
    }
    const all = catalogueFor({ clientType: 'individual', cddLevel: 'standard' }, 'NZL', today);
    expect(all.find(({ key }) => key === 'proofOfAddress')?.why).toContain('NZ s24(1)(b)');
    // No list of Australia's law has an individual's address or date of birth.
    const inAustralia = catalogueFor({ clientType: 'individual', cddLevel: 'standard' }, 'AUS', today);
    for (const key of ['proofOfAddress', 'personalDetails'])
      expect(inAustralia.find((item) => item.key === key)?.why).toContain('your policies');
  });

  it('cites the identity code of the day', () => {
    const why = (on: string) =>
      catalogueFor({ clientType: 'individual', cddLevel: null }, 'NZL', on).find(
        ({ key }) => key === 'passport',
      )?.why;
    expect(why('2026-06-30')).toContain('Code of Practice 2013');
    expect(why('2026-07-01')).toContain('Code of Practice 2026');
  });

  it('assumes a passport of the company’s own country', () => {
    expect(getIdentityDocuments('passport', 'NZL')[0]).toBe('nzPassport');
    expect(getIdentityDocuments('passport', 'AUS')[0]).toBe('auPassport');
    expect(getIdentityDocuments('bankStatement', 'NZL')).toEqual([]);
  });
});

describe('submitted details compared with the record', () => {
  it.each([
    ['Hinemoa Exampleton', 'Hinemoa Exampleton', true],
    ['exampleton, HINEMOA', 'Hinemoa Exampleton', true],
    ['Hinemoa Exampleton', 'Hinemoa Rose Exampleton', true],
    ['Zoë Ngāti', 'Zoe Ngati', true],
    ['Hinemoa', 'Hinemoa Exampleton', false],
    ['Hinemoa Otherton', 'Hinemoa Exampleton', false],
    ['Rose Exampleton', 'Hinemoa Rose Exampleton', false],
  ])('%s and %s name one person: %s', (given, recorded, same) => {
    expect(sameName(given, recorded)).toBe(same);
    expect(sameName(recorded, given)).toBe(same);
  });

  it('matches an address in any spelling of the street', () => {
    const one = { addressLine1: '4 Invented Rd', state: 'Nelson', postcode: '7010', countryCode: 'NZL' };
    expect(sameAddress(one, { ...one, addressLine1: '4 invented road' })).toBe(true);
    expect(sameAddress(one, { ...one, addressLine1: '5 Invented Rd' })).toBe(false);
    expect(sameAddress(one, { ...one, postcode: '7011' })).toBe(false);
  });

  it('fills in missing facts, except a name, and reports differences', () => {
    const address = { addressLine1: '4 Invented Rd', state: 'Nelson', postcode: '7010', countryCode: 'NZL' };
    const given = { name: 'A B', dateOfBirth: '1984-02-29', address, documentNumber: 'LA123456' };
    const recorded = { names: ['C D'], dateOfBirth: null, addresses: [] };
    expect(compareGiven(given, recorded)).toEqual([
      { field: 'name', standing: 'differs' },
      { field: 'dateOfBirth', standing: 'recorded' },
      { field: 'address', standing: 'recorded' },
      { field: 'documentNumber', standing: 'notCompared' },
    ]);
    expect(compareGiven({ dateOfBirth: '1984-02-29' }, { ...recorded, dateOfBirth: '1984-02-28' })).toEqual([
      { field: 'dateOfBirth', standing: 'differs' },
    ]);
  });
});

describe('register changes', () => {
  const facts = {
    name: 'KŌWHAI BAY TRADING LIMITED',
    status: 'registered',
    statusText: 'Registered',
    registeredAddress: '1 Sample Street, Nelson 7010',
    directors: ['Hana Marie Ruataniwha', 'Thomas Elderslie'],
  };

  it('ignores differences of spelling and omissions', () => {
    expect(
      registerChanges(facts, {
        ...facts,
        name: 'Kowhai Bay Trading Ltd',
        directors: ['ELDERSLIE Thomas', 'Hana Marie Ruataniwha'],
        registeredAddress: '1 SAMPLE STREET NELSON 7010',
      }),
    ).toEqual([]);
    expect(registerChanges(facts, { ...facts, directors: null, registeredAddress: null })).toEqual([]);
    expect(registerChanges(facts, facts)).toEqual([]);
  });

  it('reports status, name, directors and office, most severe first', () => {
    const changes = registerChanges(facts, {
      name: 'Other Name Limited',
      status: 'removed',
      statusText: 'Removed',
      registeredAddress: '2 Sample Street, Nelson 7010',
      directors: ['Thomas Elderslie', 'New Person'],
    });
    expect(changes.map(({ field, severity }) => [field, severity])).toEqual([
      ['status', 'high'],
      ['name', 'medium'],
      ['directors', 'medium'],
      ['registeredAddress', 'low'],
    ]);
    expect(changes[2]?.text).toBe('new director: New Person; no longer director: Hana Marie Ruataniwha');
  });
});

describe('the recipient’s next item', () => {
  const at = (id: string, status: 'requested' | 'given' | 'accepted' | 'rejected', required = true) => ({
    id,
    status,
    required,
  });

  it('is the next one of the list, then a required one before it', () => {
    const items = [at('a', 'requested'), at('b', 'requested', false), at('c', 'given'), at('d', 'rejected')];
    expect(nextItem(items, null)?.id).toBe('a');
    expect(nextItem(items, 'a')?.id).toBe('b');
    expect(nextItem(items, 'b')?.id).toBe('d');
    expect(nextItem(items, 'd')?.id).toBe('a');
  });

  it('is none once all are submitted, or optional and passed', () => {
    expect(
      nextItem([at('a', 'given'), at('b', 'requested', false), at('c', 'accepted')], 'c'),
    ).toBeUndefined();
    expect(nextItem([], null)).toBeUndefined();
  });

  it('never repeats an item, and visits every open one from the start', () => {
    const status = fc.constantFrom(...requestItemStatuses);
    fc.assert(
      fc.property(
        fc.array(fc.record({ status, required: fc.boolean() }), { maxLength: maxItems }),
        (drawn) => {
          const items = drawn.map((item, index) => ({ ...item, id: String(index) }));
          const visited: string[] = [];
          let last: string | null = null;
          for (let item = nextItem(items, last); item !== undefined; item = nextItem(items, last)) {
            expect(visited).not.toContain(item.id);
            visited.push(item.id);
            item.status = 'given';
            last = item.id;
          }
          expect(visited).toEqual(
            drawn.flatMap((item, index) => (isAwaitedItem(item.status) ? [String(index)] : [])),
          );
        },
      ),
    );
  });
});

describe('the minutes a request takes', () => {
  it('are one for a document and for every three details, and two at least', () => {
    const document = { kind: 'document', detailFields: [] } as const;
    const details = (count: number) =>
      ({ kind: 'details', detailFields: detailFields.slice(0, count) }) as const;
    const minutes = (items: readonly (typeof document | ReturnType<typeof details>)[]) =>
      estimateMinutes(items.map((item) => ({ ...item, detailFields: [...item.detailFields] })));
    expect(minutes([document])).toBe(2);
    expect(minutes([document, document, details(3)])).toBe(3);
    expect(minutes([document, details(5)])).toBe(3);
  });
});
