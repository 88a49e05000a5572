import { describe, expect, it } from 'vitest';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { canTransition, getStates, type Lifecycle, transitionsFrom } from '#rules/lifecycles/lifecycle.ts';
import { lifecycles } from '#rules/lifecycles.ts';

/**
 * Domain 3, written out again: each state with its allowed transitions. All others are rejected. The activity's way back from onHold is
 * tested separately.
 */
const table: Record<keyof typeof lifecycles, Record<string, string>> = {
  client: {
    draft: 'onboarding archived merged',
    onboarding: 'active declined merged',
    // Domain 3 writes a chain; ending a relationship does not require dormant first.
    active: 'dormant exited merged',
    dormant: 'active exited merged',
    exited: 'archived onboarding merged',
    archived: 'merged',
    declined: 'archived merged',
    // Not in domain 3: decision 080.
    merged: '',
  },
  cdd: {
    notStarted: 'inProgress unableToComplete',
    inProgress: 'readyForReview exceptionApproved unableToComplete',
    readyForReview: 'verified returned exceptionApproved unableToComplete',
    returned: 'inProgress exceptionApproved unableToComplete',
    verified: 'refreshDue',
    exceptionApproved: 'readyForReview refreshDue unableToComplete',
    refreshDue: 'inProgress unableToComplete',
    unableToComplete: 'inProgress',
  },
  activity: {
    toDo: 'inProgress onHold cancelled',
    inProgress: 'inReview onHold cancelled',
    inReview: 'completed inProgress onHold cancelled',
    onHold: 'cancelled',
    completed: '',
    cancelled: '',
  },
  templateVersion: { draft: 'published', published: 'retired', retired: '' },
  assessment: {
    draft: 'submitted void',
    submitted: 'approved returned void',
    approved: 'superseded void',
    returned: 'draft',
    superseded: '',
    void: '',
  },
  verification: {
    notStarted: 'sent processing needsReview error',
    sent: 'opened expired cancelled error',
    opened: 'processing expired cancelled error',
    processing: 'needsReview error',
    needsReview: 'verified failed',
    verified: 'evidenceExpired',
    failed: 'processing',
    expired: '',
    cancelled: '',
    error: 'processing',
    evidenceExpired: 'notStarted',
  },
  request: {
    draft: 'sent cancelled',
    sent: 'opened expired cancelled',
    opened: 'partlySubmitted submitted expired cancelled',
    partlySubmitted: 'submitted expired cancelled',
    submitted: 'completed changesRequested expired cancelled',
    changesRequested: 'partlySubmitted submitted expired cancelled',
    completed: '',
    expired: 'sent',
    cancelled: '',
  },
  alert: {
    open: 'inProgress snoozed escalated closed',
    inProgress: 'closed snoozed escalated',
    snoozed: 'open inProgress closed',
    escalated: 'closed',
    closed: 'open',
  },
  review: {
    scheduled: 'due inProgress cancelled',
    due: 'overdue inProgress cancelled',
    overdue: 'inProgress cancelled',
    inProgress: 'completed cancelled',
    completed: '',
    cancelled: '',
  },
  enrolment: { active: 'paused ended', paused: 'active ended', ended: '' },
  screening: {
    queued: 'noMatch needsReview error',
    noMatch: '',
    needsReview: 'resolved',
    resolved: '',
    error: 'queued',
  },
  suspicionReport: {
    considering: 'draft decidedNotToReport',
    draft: 'submitted decidedNotToReport',
    submitted: '',
    decidedNotToReport: 'considering',
  },
  subscription: {
    incomplete: 'trialing active cancelled',
    trialing: 'active cancelled',
    active: 'pastDue paused cancelled',
    pastDue: 'active paused cancelled',
    paused: 'active pastDue cancelled',
    cancelled: 'active',
  },
  member: {
    invited: 'active removed',
    active: 'suspended removed',
    suspended: 'active removed',
    removed: '',
  },
};

const rows = Object.entries(table).map(([name, states]) => ({
  name,
  states,
  lifecycle: lifecycles[name as keyof typeof lifecycles] as Lifecycle<string>,
}));

const message = /^This .+[.] .+[.]$/;

describe.each(rows)('$name', ({ states, lifecycle }) => {
  it('has exactly the states of the table', () => {
    expect(getStates(lifecycle).sort()).toEqual(Object.keys(states).sort());
    expect(Object.keys(lifecycle.transitions).sort()).toEqual(Object.keys(states).sort());
    for (const start of lifecycle.starts) expect(Object.keys(states)).toContain(start);
  });

  it('allows each pair of the table and rejects every other with its reason', () => {
    for (const from of Object.keys(states)) {
      const to = (states[from] ?? '').split(' ').filter(Boolean);
      for (const target of Object.keys(states)) {
        const decision = canTransition(lifecycle, from, target);
        expect(decision.allowed, `${from} → ${target}`).toBe(to.includes(target));
        if (decision.allowed) {
          expect(decision.label).toMatch(/^[A-Z].{3,}[^.]$/);
        } else {
          expect(decision.reason).toMatch(message);
          expect(decision.reason).toContain(`“${lifecycle.labels[from]}”`);
          expect(decision.reason).toContain(`“${lifecycle.labels[target]}”`);
        }
      }
      expect(
        transitionsFrom(lifecycle, from)
          .map((move) => move.to)
          .sort(),
      ).toEqual([...to].sort());
    }
  });

  it('can reach every state from a start', () => {
    const reached = new Set<string>(lifecycle.starts);
    for (const state of reached) {
      for (const to of Object.keys(lifecycle.transitions[state] ?? {})) reached.add(to);
    }
    expect([...reached].sort()).toEqual(Object.keys(states).sort());
  });

  it('rejects unknown states', () => {
    for (const [from, to] of [
      ['nowhere', Object.keys(states)[0]],
      [Object.keys(states)[0], 'nowhere'],
      ['constructor', 'toString'],
    ]) {
      expect(canTransition(lifecycle, from as string, to as string).allowed).toBe(false);
    }
  });
});

describe('on hold', () => {
  it('returns to its former status only', () => {
    for (const heldFrom of ['toDo', 'inProgress', 'inReview'] as const) {
      for (const to of getStates(activityLifecycle)) {
        const decision = canTransition(activityLifecycle, 'onHold', to, { heldFrom });
        expect(decision.allowed).toBe(to === heldFrom || to === 'cancelled');
      }
    }
    expect(canTransition(activityLifecycle, 'onHold', 'toDo', { heldFrom: 'inReview' })).toEqual({
      allowed: false,
      reason:
        'This activity is “On hold” and cannot be changed to “To do”. ' +
        'Available actions: “Resume” or “Cancel activity”.',
    });
  });

  it('does not move to completed or stay on hold, whatever its former status', () => {
    for (const heldFrom of ['onHold', 'completed', 'cancelled'] as const) {
      for (const to of ['toDo', 'inProgress', 'inReview', 'onHold', 'completed'] as const) {
        expect(canTransition(activityLifecycle, 'onHold', to, { heldFrom }).allowed).toBe(false);
      }
    }
  });
});

describe('messages of rejected transitions', () => {
  it('name the available buttons instead', () => {
    expect(canTransition(lifecycles.client, 'onboarding', 'exited')).toEqual({
      allowed: false,
      reason:
        'This client is “Onboarding” and cannot be changed to “Relationship ended”. ' +
        'Available actions: “Activate” or “Decline”.',
    });
    expect(canTransition(lifecycles.activity, 'toDo', 'onHold')).toEqual({
      allowed: true,
      label: 'Put on hold',
      by: 'person',
    });
  });

  it('give advice for frequent cases', () => {
    const reason = (decision: ReturnType<typeof canTransition>) => (decision.allowed ? '' : decision.reason);
    expect(reason(canTransition(lifecycles.activity, 'completed', 'inProgress'))).toContain(
      'Reopen it as a linked copy',
    );
    expect(reason(canTransition(lifecycles.templateVersion, 'published', 'draft'))).toContain(
      'Start a new draft',
    );
    expect(reason(canTransition(lifecycles.screening, 'queued', 'resolved'))).toContain('automatically');
    expect(reason(canTransition(lifecycles.client, 'active', 'active'))).toContain('already “Active”');
  });

  it('distinguish manual transitions from automatic ones', () => {
    expect(lifecycles.review.transitions.scheduled.due?.by).toBe('system');
    expect(lifecycles.request.transitions.sent.opened?.by).toBe('recipient');
    expect(lifecycles.assessment.transitions.approved.superseded?.by).toBe('system');
    for (const to of Object.values(lifecycles.activity.transitions).flatMap(Object.values)) {
      expect(to.by).toBe('person');
    }
  });
});
