import { describe, expect, it } from 'vitest';
import { activityLifecycle } from '#rules/lifecycles/activities.ts';
import { type Lifecycle, mayMove, movesFrom, statesOf } from '#rules/lifecycles/lifecycle.ts';
import { lifecycles } from '#rules/lifecycles.ts';

/**
 * Domain 3, written out again by hand: each state with every state that it may go to. What stands nowhere here is refused.
 * The activity's way back from onHold is tried apart.
 */
const table: Record<keyof typeof lifecycles, Record<string, string>> = {
  client: {
    draft: 'onboarding archived',
    onboarding: 'active declined',
    // Domain 3 writes a chain; ending a relationship is not made to go through dormant.
    active: 'dormant exited',
    dormant: 'active exited',
    exited: 'archived onboarding',
    archived: '',
    declined: 'archived',
  },
  cdd: {
    notStarted: 'inProgress unableToComplete',
    inProgress: 'readyForReview unableToComplete',
    readyForReview: 'verified returned exceptionApproved unableToComplete',
    returned: 'inProgress unableToComplete',
    verified: 'refreshDue',
    exceptionApproved: 'refreshDue unableToComplete',
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

const sentence = /^This .+[.] .+[.]$/;

describe.each(rows)('$name', ({ states, lifecycle }) => {
  it('has exactly the states of the table', () => {
    expect(statesOf(lifecycle).sort()).toEqual(Object.keys(states).sort());
    expect(Object.keys(lifecycle.moves).sort()).toEqual(Object.keys(states).sort());
    for (const start of lifecycle.starts) expect(Object.keys(states)).toContain(start);
  });

  it('allows each pair of the table and refuses every other with its reason', () => {
    for (const from of Object.keys(states)) {
      const to = (states[from] ?? '').split(' ').filter(Boolean);
      for (const target of Object.keys(states)) {
        const decision = mayMove(lifecycle, from, target);
        expect(decision.allowed, `${from} → ${target}`).toBe(to.includes(target));
        if (decision.allowed) {
          expect(decision.label).toMatch(/^[A-Z].{3,}[^.]$/);
        } else {
          expect(decision.reason).toMatch(sentence);
          expect(decision.reason).toContain(`“${lifecycle.labels[from]}”`);
          expect(decision.reason).toContain(`“${lifecycle.labels[target]}”`);
        }
      }
      expect(
        movesFrom(lifecycle, from)
          .map((move) => move.to)
          .sort(),
      ).toEqual([...to].sort());
    }
  });

  it('can reach every state from a start', () => {
    const reached = new Set<string>(lifecycle.starts);
    for (const state of reached) {
      for (const to of Object.keys(lifecycle.moves[state] ?? {})) reached.add(to);
    }
    expect([...reached].sort()).toEqual(Object.keys(states).sort());
  });

  it('refuses states that it does not know', () => {
    for (const [from, to] of [
      ['nowhere', Object.keys(states)[0]],
      [Object.keys(states)[0], 'nowhere'],
      ['constructor', 'toString'],
    ]) {
      expect(mayMove(lifecycle, from as string, to as string).allowed).toBe(false);
    }
  });
});

describe('on hold', () => {
  it('goes back to where it was and nowhere else', () => {
    for (const heldFrom of ['toDo', 'inProgress', 'inReview'] as const) {
      for (const to of statesOf(activityLifecycle)) {
        const decision = mayMove(activityLifecycle, 'onHold', to, { heldFrom });
        expect(decision.allowed).toBe(to === heldFrom || to === 'cancelled');
      }
    }
    expect(mayMove(activityLifecycle, 'onHold', 'toDo', { heldFrom: 'inReview' })).toEqual({
      allowed: false,
      reason:
        'This activity is “On hold” and cannot go to “To do” from there. ' +
        'What you can do now: “Take off hold” or “Cancel the activity”.',
    });
  });

  it('does not go on to completed or stay on hold, whatever it is said to come from', () => {
    for (const heldFrom of ['onHold', 'completed', 'cancelled'] as const) {
      for (const to of ['toDo', 'inProgress', 'inReview', 'onHold', 'completed'] as const) {
        expect(mayMove(activityLifecycle, 'onHold', to, { heldFrom }).allowed).toBe(false);
      }
    }
  });
});

describe('words', () => {
  it('names the buttons that are there instead', () => {
    expect(mayMove(lifecycles.client, 'onboarding', 'exited')).toEqual({
      allowed: false,
      reason:
        'This client is “Onboarding” and cannot go to “Relationship ended” from there. ' +
        'What you can do now: “Make active” or “Decline”.',
    });
    expect(mayMove(lifecycles.activity, 'toDo', 'onHold')).toEqual({
      allowed: true,
      label: 'Put on hold',
      by: 'person',
    });
  });

  it('says what to do instead where people will ask', () => {
    const reason = (decision: ReturnType<typeof mayMove>) => (decision.allowed ? '' : decision.reason);
    expect(reason(mayMove(lifecycles.activity, 'completed', 'inProgress'))).toContain('makes a linked copy');
    expect(reason(mayMove(lifecycles.templateVersion, 'published', 'draft'))).toContain('Start a new draft');
    expect(reason(mayMove(lifecycles.screening, 'queued', 'resolved'))).toContain('by itself');
    expect(reason(mayMove(lifecycles.client, 'active', 'active'))).toContain('already “Active”');
  });

  it('tells the moves of people from those that happen', () => {
    expect(lifecycles.review.moves.scheduled.due?.by).toBe('system');
    expect(lifecycles.request.moves.sent.opened?.by).toBe('recipient');
    expect(lifecycles.assessment.moves.approved.superseded?.by).toBe('system');
    for (const to of Object.values(lifecycles.activity.moves).flatMap(Object.values)) {
      expect(to.by).toBe('person');
    }
  });
});
