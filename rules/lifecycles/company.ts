import { byMember, bySystem, isOneOf, type Lifecycle } from './lifecycle.ts';

export type SubscriptionStatus = 'incomplete' | 'trialing' | 'active' | 'pastDue' | 'paused' | 'cancelled';

/** Usage is billed to the subscription. */
export const billedSubscriptionStatuses = [
  'active',
  'trialing',
  'pastDue',
] as const satisfies readonly SubscriptionStatus[];

/** The subscription is paid for, or in its trial. */
const goodSubscriptionStatuses = ['active', 'trialing'] as const satisfies readonly SubscriptionStatus[];

/** The subscription has a current period at the payment service. */
export const continuingSubscriptionStatuses = [
  ...billedSubscriptionStatuses,
  'paused',
] as const satisfies readonly SubscriptionStatus[];

/** The subscription never began or has ended. */
const idleSubscriptionStatuses = ['incomplete', 'cancelled'] as const satisfies readonly SubscriptionStatus[];

/**
 * Mirrors the payment provider, whose webhooks can arrive out of order. A webhook that implies an unlisted transition is stale
 * and is ignored.
 */
export const subscriptionLifecycle: Lifecycle<SubscriptionStatus> = {
  noun: 'subscription',
  labels: {
    incomplete: 'Incomplete',
    trialing: 'Trial',
    active: 'Active',
    pastDue: 'Payment overdue',
    paused: 'Paused',
    cancelled: 'Cancelled',
  },
  starts: ['incomplete'],
  transitions: {
    incomplete: {
      trialing: bySystem('Trial started'),
      active: bySystem('Payment received'),
      cancelled: bySystem('Checkout abandoned'),
    },
    trialing: { active: bySystem('Payment received'), cancelled: bySystem('Cancelled') },
    active: {
      pastDue: bySystem('Payment failed'),
      paused: bySystem('Paused'),
      cancelled: bySystem('Cancelled'),
    },
    pastDue: {
      active: bySystem('Payment received'),
      paused: bySystem('Paused'),
      cancelled: bySystem('Cancelled'),
    },
    paused: {
      active: bySystem('Resumed'),
      pastDue: bySystem('Resumed, payment overdue'),
      cancelled: bySystem('Cancelled'),
    },
    cancelled: { active: bySystem('New checkout finished') },
  },
};

export type MemberStatus = 'invited' | 'active' | 'suspended' | 'removed';

/** The member works for the company or is invited to. */
export const joiningMemberStatuses = ['active', 'invited'] as const satisfies readonly MemberStatus[];

/** The member cannot sign in: the invitation is not accepted, or the member was removed. */
const absentMemberStatuses = ['invited', 'removed'] as const satisfies readonly MemberStatus[];

export const isGoodSubscription = isOneOf<SubscriptionStatus>(goodSubscriptionStatuses);
export const isIdleSubscription = isOneOf<SubscriptionStatus>(idleSubscriptionStatuses);
export const isAbsentMember = isOneOf<MemberStatus>(absentMemberStatuses);

/** Resending a lapsed invitation is not a transition: the member stays invited. */
export const memberLifecycle: Lifecycle<MemberStatus> = {
  noun: 'member',
  labels: { invited: 'Invited', active: 'Active', suspended: 'Suspended', removed: 'Removed' },
  starts: ['invited', 'active'],
  transitions: {
    invited: { active: bySystem('Invitation accepted'), removed: byMember('Revoke invitation') },
    active: { suspended: byMember('Suspend'), removed: byMember('Remove') },
    suspended: { active: byMember('Reactivate'), removed: byMember('Remove') },
    removed: {},
  },
  advice: [{ from: 'removed', text: 'A removed member stays removed. Invite the person again.' }],
};
