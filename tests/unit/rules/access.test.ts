import { describe, expect, it } from 'vitest';
import {
  type Act,
  type Actor,
  acts,
  type CompanyFlags,
  gateRows,
  mayAct,
  needsReason,
  roleRows,
} from '#rules/access.ts';

const now = '2026-11-21T00:00:00Z';
const normal: CompanyFlags = { accessRestricted: false, subscriptionActive: true };
const unpaid: CompanyFlags = { accessRestricted: false, subscriptionActive: false };
const restricted: CompanyFlags = { accessRestricted: true, subscriptionActive: true };

const member = (
  role: 'owner' | 'member' | 'auditor',
  ...designations: ('complianceOfficer' | 'seniorManager')[]
): Actor => ({
  kind: 'member',
  role,
  designations,
});

/** The table's columns. The two designations are tried on an ordinary member, to whom they add. */
const columns = {
  member: member('member'),
  owner: member('owner'),
  complianceOfficer: member('member', 'complianceOfficer'),
  seniorManager: member('member', 'seniorManager'),
  auditor: member('auditor'),
  admin: { kind: 'admin' } as Actor,
};

/** Domain 5, first table, written out again by hand: member owner +complianceOfficer +seniorManager auditor admin. */
const table: Record<Exclude<Act, 'monitoring.run' | 'publicRequest.answer'>, string> = {
  'records.read': 'Y Y Y Y Y N',
  'exports.read': 'Y Y Y Y Y N',
  'auditLog.read': 'Y Y Y Y Y N',
  'records.write': 'Y Y Y Y N N',
  'checks.start': 'Y Y Y Y N N',
  'requests.send': 'Y Y Y Y N N',
  'requests.cancel': 'Y Y Y Y N N',
  'alerts.finish': 'Y Y Y Y N N',
  'assessments.submit': 'Y Y Y Y N N',
  'assessments.approve': 'Y Y Y Y N N',
  'assessments.approveHigh': 'N N Y Y N N',
  'assessments.override': 'N Y Y Y N N',
  'cdd.grantException': 'N Y Y Y N N',
  'matches.decideFalse': 'Y Y Y Y N N',
  'matches.decideTrue': 'N Y Y Y N N',
  'templates.write': 'N Y Y N N N',
  'suspicions.raise': 'Y Y Y Y N N',
  'suspicions.manage': 'N N Y N N N',
  'team.manage': 'N Y N N N N',
  'company.write': 'N Y N N N N',
  'policies.write': 'N Y N N N N',
  'retention.hold': 'N Y Y N N N',
  'retention.destroy': 'N Y Y N N N',
  'onboarding.write': 'N Y N N N N',
  'billing.manage': 'N Y N N N N',
  'worklists.manage': 'N Y Y N N N',
  'views.save': 'Y Y Y Y N N',
  'views.share': 'N Y Y N N N',
  'platform.read': 'N N N N N Y',
  'platform.manage': 'N N N N N Y',
  'self.read': 'Y Y Y Y Y N',
  'company.read': 'Y Y Y Y Y N',
};

/** Domain 5, second table: which acts stay possible without a subscription, and which while access is restricted. */
const closedWithoutSubscription: Act[] = ['checks.start', 'requests.send', 'monitoring.run'];
const openWhenRestricted: Act[] = [
  'self.read',
  'company.read',
  'company.write',
  'onboarding.write',
  'team.manage',
  'billing.manage',
];

const actsOfMembers = Object.keys(table) as (keyof typeof table)[];
const everyAct = Object.keys(acts) as Act[];

describe('the first table: who may do what', () => {
  const cells = actsOfMembers.flatMap((act) =>
    Object.keys(columns).map((column, index) => ({
      act,
      column: column as keyof typeof columns,
      allowed: table[act].split(' ')[index] === 'Y',
    })),
  );

  it.each(cells)('$act, $column: $allowed', ({ act, column, allowed }) => {
    const decision = mayAct(columns[column], act, column === 'admin' ? undefined : normal, now);
    expect(decision.allowed).toBe(allowed);
    if (!decision.allowed) {
      expect(decision.code).toBe('role.forbidden');
      expect(decision.reason).toMatch(/^Your role does not allow you to .*\.$/);
    }
  });

  it('covers every act', () => {
    expect([...actsOfMembers, 'monitoring.run', 'publicRequest.answer'].sort()).toEqual([...everyAct].sort());
  });

  it('uses every row of both tables', () => {
    const used = everyAct.map((act) => acts[act]);
    expect(new Set(used.flatMap(({ role }) => (typeof role === 'string' ? [role] : [])))).toEqual(
      new Set(Object.keys(roleRows)),
    );
    expect(new Set(used.flatMap(({ gate }) => gate ?? []))).toEqual(new Set(Object.keys(gateRows)));
  });

  it('a member approves low and medium unless four eyes is always; an owner and the designated always', () => {
    for (const fourEyes of ['off', 'highOnly', 'always'] as const) {
      const decide = (actor: Actor) =>
        mayAct(actor, 'assessments.approve', { ...normal, fourEyes }, now).allowed;
      expect(decide(columns.member)).toBe(fourEyes !== 'always');
      expect(decide(columns.owner)).toBe(true);
      expect(decide(columns.complianceOfficer)).toBe(true);
      expect(decide(columns.seniorManager)).toBe(true);
    }
  });

  it('designations add to an owner and never take away', () => {
    const sole = member('owner', 'complianceOfficer', 'seniorManager');
    for (const act of actsOfMembers) {
      const expected = ['member', 'owner', 'complianceOfficer', 'seniorManager'].some(
        (column) => mayAct(columns[column as keyof typeof columns], act, normal, now).allowed,
      );
      expect(mayAct(sole, act, normal, now).allowed).toBe(expected);
    }
  });

  it('a designated auditor still only reads', () => {
    const auditor = member('auditor', 'complianceOfficer', 'seniorManager');
    for (const act of actsOfMembers) {
      expect(mayAct(auditor, act, normal, now)).toEqual(mayAct(columns.auditor, act, normal, now));
    }
  });

  it('access that has ended allows nothing, to the millisecond', () => {
    const until = (accessEndsAt: string | null): Actor => ({
      kind: 'member',
      role: 'auditor',
      designations: [],
      accessEndsAt,
    });
    expect(mayAct(until('2026-11-21T00:00:00.001Z'), 'records.read', normal, now)).toEqual({ allowed: true });
    expect(mayAct(until(null), 'records.read', normal, now)).toEqual({ allowed: true });
    for (const ended of [now, '2026-11-20T23:59:59.999Z', 'not an instant']) {
      for (const act of everyAct) {
        expect(mayAct(until(ended), act, normal, now)).toMatchObject({
          allowed: false,
          code: 'role.forbidden',
        });
      }
    }
  });

  it('names the acts that need a reason', () => {
    expect(everyAct.filter(needsReason)).toEqual([
      'assessments.override',
      'cdd.grantException',
      'retention.hold',
      'platform.manage',
    ]);
  });
});

describe('the second table: what the flags gate', () => {
  /** Somebody who may do the act when the company is in the normal state. */
  function someoneFor(act: Act): Actor {
    if (act === 'monitoring.run') return { kind: 'system' };
    if (act === 'publicRequest.answer') return { kind: 'recipient' };
    return member('owner', 'complianceOfficer', 'seniorManager');
  }

  it.each(everyAct.filter((act) => !act.startsWith('platform.')))('%s', (act) => {
    const actor = someoneFor(act);
    expect(mayAct(actor, act, normal, now)).toEqual({ allowed: true });

    const withoutSubscription = mayAct(actor, act, unpaid, now);
    if (closedWithoutSubscription.includes(act)) {
      expect(withoutSubscription).toMatchObject({ allowed: false, code: 'subscription.required' });
    } else {
      expect(withoutSubscription).toEqual({ allowed: true });
    }

    for (const flags of [restricted, { ...restricted, subscriptionActive: false }]) {
      const whenRestricted = mayAct(actor, act, flags, now);
      if (openWhenRestricted.includes(act)) expect(whenRestricted).toEqual({ allowed: true });
      else expect(whenRestricted).toMatchObject({ allowed: false, code: 'company.restricted' });
    }
  });

  it('a flag never gives what a role lacks', () => {
    for (const flags of [unpaid, restricted]) {
      for (const act of actsOfMembers) {
        for (const actor of [columns.member, columns.owner, columns.seniorManager, columns.auditor]) {
          if (!mayAct(actor, act, normal, now).allowed)
            expect(mayAct(actor, act, flags, now).allowed).toBe(false);
        }
      }
    }
  });

  it('tells members the reason for a restriction, and the holder of a link nothing', () => {
    const flags = { ...restricted, accessRestrictedReason: 'Unpaid fees.' };
    expect(mayAct(columns.member, 'records.read', flags, now)).toMatchObject({
      reason: 'Your company’s access is restricted: Unpaid fees.',
    });
    expect(mayAct(columns.member, 'records.read', restricted, now)).toMatchObject({
      reason: expect.stringContaining('home page says what is missing'),
    });
    expect(mayAct({ kind: 'recipient' }, 'publicRequest.answer', flags, now)).toEqual({
      allowed: false,
      code: 'company.restricted',
      reason: 'This page is not available at the moment.',
    });
  });

  it('a recipient and the schedule do their one act, an admin none of a company’s, a member none without a company', () => {
    for (const act of everyAct) {
      expect(mayAct({ kind: 'recipient' }, act, normal, now).allowed).toBe(act === 'publicRequest.answer');
      expect(mayAct({ kind: 'system' }, act, normal, now).allowed).toBe(act === 'monitoring.run');
      expect(mayAct({ kind: 'admin' }, act, normal, now).allowed).toBe(act.startsWith('platform.'));
      expect(mayAct(columns.owner, act, undefined, now).allowed).toBe(false);
    }
  });
});
