import { describe, expect, it } from 'vitest';
import { monthlyFee, unitPrice, withGst } from '#rules/billing/prices.ts';
import {
  getProviderStatus,
  graceEnd,
  isSubscriptionActive,
  subscriptionPath,
} from '#rules/billing/subscription.ts';
import { formatMoney } from '#rules/format/money.ts';

describe('prices', () => {
  it('add the GST of the country, half a unit rounded up', () => {
    expect(withGst(monthlyFee('monthly', 'NZD'), 'NZL')).toEqual({
      amount: 14_900,
      gst: 2_235,
      total: 17_135,
    });
    expect(withGst(monthlyFee('monthly', 'AUD'), 'AUS')).toEqual({
      amount: 13_900,
      gst: 1_390,
      total: 15_290,
    });
    expect([
      withGst(10, 'NZL').gst,
      withGst(9, 'NZL').gst,
      withGst(5, 'AUS').gst,
      withGst(4, 'AUS').gst,
    ]).toEqual([2, 1, 1, 0]);
    expect(withGst(0, 'NZL').total).toBe(0);
    expect(formatMoney(17_135, 'NZD')).toBe('NZD 171.35');
  });

  it('include identity checks in the monthly fee, and have one extract price on every plan', () => {
    expect(unitPrice('identityCheck', 'monthly')).toBe(0);
    expect(unitPrice('identityCheck', null)).toBe(unitPrice('identityCheck', 'payAsYouGo'));
    const extracts = [null, 'payAsYouGo', 'monthly', 'enterprise'] as const;
    expect(new Set(extracts.map((plan) => unitPrice('registryExtract', plan))).size).toBe(1);
  });
});

describe('a subscription', () => {
  it('follows several transitions after lost events and ignores stale ones', () => {
    expect(subscriptionPath('incomplete', 'pastDue')).toEqual(['active', 'pastDue']);
    expect(subscriptionPath('cancelled', 'paused')).toEqual(['active', 'paused']);
    expect(subscriptionPath('active', 'active')).toEqual([]);
    for (const from of ['trialing', 'active', 'pastDue', 'paused', 'cancelled'] as const) {
      expect([from, subscriptionPath(from, 'incomplete')]).toEqual([from, undefined]);
    }
    expect(subscriptionPath('active', 'trialing')).toBeUndefined();
  });

  it('is active while paid, and during the days of grace after a failed payment', () => {
    const failedAt = new Date('2026-03-28T00:00:00.000Z');
    const graceUntil = graceEnd(failedAt).toISOString();
    expect(graceUntil).toBe('2026-04-04T00:00:00.000Z');
    const at = (instant: string) =>
      isSubscriptionActive({ status: 'pastDue', graceUntil }, new Date(instant));
    expect([at('2026-04-03T23:59:59.999Z'), at(graceUntil)]).toEqual([true, false]);
    for (const status of ['incomplete', 'paused', 'cancelled'] as const) {
      expect(isSubscriptionActive({ status, graceUntil: null }, failedAt)).toBe(false);
    }
    expect(getProviderStatus('unpaid')).toBe('pastDue');
    expect([getProviderStatus('toString'), getProviderStatus('new_word')]).toEqual([undefined, undefined]);
  });
});
