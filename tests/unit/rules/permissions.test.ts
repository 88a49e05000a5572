import { describe, expect, it } from 'vitest';
import {
  type Actor,
  type CompanyFlags,
  can,
  companyGates,
  needsReason,
  type Permission,
  permissions,
  rolePermissions,
} from '#rules/permissions.ts';

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

/** The table's columns. The two designations are tested on an ordinary member, to whose permissions they add. */
const columns = {
  member: member('member'),
  owner: member('owner'),
  complianceOfficer: member('member', 'complianceOfficer'),
  seniorManager: member('member', 'seniorManager'),
  auditor: member('auditor'),
  admin: { kind: 'admin' } as Actor,
};

/** Domain 5, first table, written out again: member owner +complianceOfficer +seniorManager auditor admin. */
const table: Record<Exclude<Permission, 'monitoring.run' | 'publicRequest.submit'>, string> = {
  'records.read': 'Y Y Y Y Y N',
  'exports.read': 'Y Y Y Y Y N',
  'auditLog.read': 'Y Y Y Y Y N',
  'records.write': 'Y Y Y Y N N',
  'clients.merge': 'N Y Y N N N',
  'checks.start': 'Y Y Y Y N N',
  'requests.send': 'Y Y Y Y N N',
  'requests.cancel': 'Y Y Y Y N N',
  'alerts.close': 'Y Y Y Y N N',
  'assessments.submit': 'Y Y Y Y N N',
  'assessments.approve': 'Y Y Y Y N N',
  'assessments.approveHigh': 'N N Y Y N N',
  'assessments.override': 'N Y Y Y N N',
  'cdd.grantException': 'N Y Y Y N N',
  'matches.dismiss': 'Y Y Y Y N N',
  'matches.confirm': 'N Y Y Y N N',
  'permits.decide': 'N Y Y Y N N',
  'templates.write': 'N Y Y N N N',
  'suspicions.raise': 'Y Y Y Y N N',
  'suspicions.manage': 'N N Y N N N',
  'team.manage': 'N Y N N N N',
  'company.write': 'N Y N N N N',
  'policies.write': 'N Y N N N N',
  'legalHolds.manage': 'N Y Y N N N',
  'support.consent': 'N Y N N N N',
  'reviews.oversee': 'N Y Y N N N',
  'privacy.read': 'Y Y Y Y Y N',
  'privacy.record': 'Y Y Y Y N N',
  'privacy.manage': 'N Y Y N N N',
  'retention.read': 'N Y Y N N N',
  'retention.destroy': 'N Y Y N N N',
  'lawChanges.signOff': 'N Y Y N N N',
  'identityNumbers.reveal': 'N Y Y Y N N',
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

/** Domain 5, second table: permissions that remain without a subscription, and while access is restricted. */
const closedWithoutSubscription: Permission[] = ['checks.start', 'requests.send', 'monitoring.run'];
const openWhenRestricted: Permission[] = [
  'self.read',
  'company.read',
  'company.write',
  'onboarding.write',
  'team.manage',
  'billing.manage',
  'support.consent',
];

const readableWhenRestrictedByAdmin: Permission[] = [
  'records.read',
  'exports.read',
  'auditLog.read',
  'retention.read',
  'privacy.read',
  'reviews.oversee',
];

const memberPermissions = Object.keys(table) as (keyof typeof table)[];
const everyPermission = Object.keys(permissions) as Permission[];

describe('the first table: permissions by role', () => {
  const cells = memberPermissions.flatMap((permission) =>
    Object.keys(columns).map((column, index) => ({
      permission,
      column: column as keyof typeof columns,
      allowed: table[permission].split(' ')[index] === 'Y',
    })),
  );

  it.each(cells)('$act, $column: $allowed', ({ permission, column, allowed }) => {
    const decision = can(columns[column], permission, column === 'admin' ? undefined : normal, now);
    expect(decision.allowed).toBe(allowed);
    if (!decision.allowed) {
      expect(decision.code).toBe('role.forbidden');
      expect(decision.reason).toMatch(/^Your role does not allow you to .*\.$/);
    }
  });

  it('covers every permission', () => {
    expect([...memberPermissions, 'monitoring.run', 'publicRequest.submit'].sort()).toEqual(
      [...everyPermission].sort(),
    );
  });

  it('uses every row of both tables', () => {
    const used = everyPermission.map((permission) => permissions[permission]);
    expect(new Set(used.flatMap(({ role }) => (typeof role === 'string' ? [role] : [])))).toEqual(
      new Set(Object.keys(rolePermissions)),
    );
    expect(new Set(used.flatMap(({ gate }) => gate ?? []))).toEqual(new Set(Object.keys(companyGates)));
  });

  it('a member approves low and medium unless four eyes is always; an owner and designated members always', () => {
    for (const fourEyes of ['off', 'highOnly', 'always'] as const) {
      const decide = (actor: Actor) =>
        can(actor, 'assessments.approve', { ...normal, fourEyes }, now).allowed;
      expect(decide(columns.member)).toBe(fourEyes !== 'always');
      expect(decide(columns.owner)).toBe(true);
      expect(decide(columns.complianceOfficer)).toBe(true);
      expect(decide(columns.seniorManager)).toBe(true);
    }
  });

  it('designations add permissions to an owner and never remove any', () => {
    const sole = member('owner', 'complianceOfficer', 'seniorManager');
    for (const permission of memberPermissions) {
      const expected = ['member', 'owner', 'complianceOfficer', 'seniorManager'].some(
        (column) => can(columns[column as keyof typeof columns], permission, normal, now).allowed,
      );
      expect(can(sole, permission, normal, now).allowed).toBe(expected);
    }
  });

  it('an auditor with a designation remains read-only', () => {
    const auditor = member('auditor', 'complianceOfficer', 'seniorManager');
    for (const permission of memberPermissions) {
      expect(can(auditor, permission, normal, now)).toEqual(can(columns.auditor, permission, normal, now));
    }
  });

  it('ended access allows nothing, to the millisecond', () => {
    const until = (accessEndsAt: string | null): Actor => ({
      kind: 'member',
      role: 'auditor',
      designations: [],
      accessEndsAt,
    });
    expect(can(until('2026-11-21T00:00:00.001Z'), 'records.read', normal, now)).toEqual({ allowed: true });
    expect(can(until(null), 'records.read', normal, now)).toEqual({ allowed: true });
    for (const ended of [now, '2026-11-20T23:59:59.999Z', 'not an instant']) {
      for (const permission of everyPermission) {
        expect(can(until(ended), permission, normal, now)).toMatchObject({
          allowed: false,
          code: 'role.forbidden',
        });
      }
    }
  });

  it('lists the permissions that require a reason', () => {
    expect(everyPermission.filter(needsReason)).toEqual([
      'clients.merge',
      'assessments.override',
      'cdd.grantException',
      'legalHolds.manage',
      'identityNumbers.reveal',
      'platform.manage',
    ]);
  });
});

describe('the second table: company flags', () => {
  /** A role with the permission while the company is in the normal state. */
  function someoneFor(permission: Permission): Actor {
    if (permission === 'monitoring.run') return { kind: 'system' };
    if (permission === 'publicRequest.submit') return { kind: 'recipient' };
    return member('owner', 'complianceOfficer', 'seniorManager');
  }

  it.each(everyPermission.filter((permission) => !permission.startsWith('platform.')))('%s', (permission) => {
    const actor = someoneFor(permission);
    expect(can(actor, permission, normal, now)).toEqual({ allowed: true });

    const withoutSubscription = can(actor, permission, unpaid, now);
    if (closedWithoutSubscription.includes(permission)) {
      expect(withoutSubscription).toMatchObject({ allowed: false, code: 'subscription.required' });
    } else {
      expect(withoutSubscription).toEqual({ allowed: true });
    }

    for (const flags of [restricted, { ...restricted, subscriptionActive: false }]) {
      const whenRestricted = can(actor, permission, flags, now);
      if (openWhenRestricted.includes(permission)) expect(whenRestricted).toEqual({ allowed: true });
      else expect(whenRestricted).toMatchObject({ allowed: false, code: 'company.restricted' });
    }

    // By an admin, after setup: records stay readable, and nothing else opens.
    const byAdmin = { ...restricted, accessRestrictedReason: 'Unpaid fees.', onboardingStep: 'done' };
    expect(can(actor, permission, byAdmin, now).allowed).toBe(
      [...openWhenRestricted, ...readableWhenRestrictedByAdmin].includes(permission),
    );
    const stillSettingUp = { ...byAdmin, onboardingStep: 'team' };
    expect(can(actor, permission, stillSettingUp, now).allowed).toBe(openWhenRestricted.includes(permission));
  });

  it('a flag never grants what a role lacks', () => {
    for (const flags of [unpaid, restricted]) {
      for (const permission of memberPermissions) {
        for (const actor of [columns.member, columns.owner, columns.seniorManager, columns.auditor]) {
          if (!can(actor, permission, normal, now).allowed)
            expect(can(actor, permission, flags, now).allowed).toBe(false);
        }
      }
    }
  });

  it('shows the reason for a restriction to members, not to recipients', () => {
    const flags = { ...restricted, accessRestrictedReason: 'Unpaid fees.' };
    expect(can(columns.member, 'records.read', flags, now)).toMatchObject({
      reason: 'Your company’s access is restricted: Unpaid fees.',
    });
    expect(can(columns.member, 'records.read', restricted, now)).toMatchObject({
      reason: expect.stringContaining('home page says what is missing'),
    });
    expect(can({ kind: 'recipient' }, 'publicRequest.submit', flags, now)).toEqual({
      allowed: false,
      code: 'company.restricted',
      reason: 'This page is not available at the moment.',
    });
  });

  it('recipients and jobs have one permission, admins none of a company, members none without one', () => {
    for (const permission of everyPermission) {
      expect(can({ kind: 'recipient' }, permission, normal, now).allowed).toBe(
        permission === 'publicRequest.submit',
      );
      expect(can({ kind: 'system' }, permission, normal, now).allowed).toBe(permission === 'monitoring.run');
      expect(can({ kind: 'admin' }, permission, normal, now).allowed).toBe(
        permission.startsWith('platform.'),
      );
      expect(can(columns.owner, permission, undefined, now).allowed).toBe(false);
    }
  });
});
