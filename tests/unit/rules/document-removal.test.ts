import { describe, expect, test } from 'vitest';
import { documentRemoval, type RetainedClient } from '#rules/documents/removal.ts';

const draft: RetainedClient = { retainUntil: null, wasEngaged: false, isHeld: false };
const active: RetainedClient = { ...draft, wasEngaged: true };
const ended: RetainedClient = { ...active, retainUntil: '2031-03-31' };

const judge = (clients: RetainedClient[], isDraft = false, on = '2026-11-22') =>
  documentRemoval({ clients, isDraft, on, regulatedIn: ['NZL', 'AUS'] });

describe('removing a document', () => {
  test('needs one person in a draft and two otherwise', () => {
    expect(judge([])).toEqual({ retainedBecause: null, needsSecondConfirmation: false });
    expect(judge([draft])).toEqual({ retainedBecause: null, needsSecondConfirmation: false });
    expect(judge([active])).toEqual({ retainedBecause: null, needsSecondConfirmation: true });
    expect(judge([draft, active])).toEqual({ retainedBecause: null, needsSecondConfirmation: true });
    expect(judge([active], true)).toEqual({ retainedBecause: null, needsSecondConfirmation: false });
  });

  test('waits for the last day of retention of every client, that day included', () => {
    const kept = 'This document must be retained until 31 Mar 2031 (required by NZ s50, AU s111).';
    expect(judge([ended]).retainedBecause).toBe(kept);
    expect(judge([ended], true).retainedBecause).toBe(kept);
    expect(judge([ended], false, '2031-03-31').retainedBecause).toBe(kept);
    expect(judge([ended], false, '2031-04-01')).toEqual({
      retainedBecause: null,
      needsSecondConfirmation: true,
    });
    expect(judge([{ ...ended, retainUntil: '2020-01-01' }, ended, active]).retainedBecause).toBe(kept);
  });

  test('is rejected on legal hold with a neutral reason', () => {
    const held = judge([active, { ...draft, isHeld: true }]).retainedBecause;
    expect(held).toBe('This document must be retained and cannot be removed.');
    expect(held).not.toMatch(/hold|legal|suspicion/i);
    // Before the retention period has ended, a hold does not change the result.
    expect(judge([{ ...ended, isHeld: true }])).toEqual(judge([ended]));
  });
});
