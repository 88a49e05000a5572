/**
 * Permissions by role, and restrictions by company state. `acts` links every action to one row of `rolePermissions` and one of
 * `companyGates`. The API checks both on every request.
 */

type MemberRole = 'owner' | 'member' | 'auditor';
type Designation = 'complianceOfficer' | 'seniorManager';

/** `unlessFourEyesAlways`: yes, unless the company's policy requires another person to approve everything. */
type Right = 'yes' | 'no' | 'unlessFourEyesAlways';

type RoleRow = {
  /** Name of the row. */
  row: string;
  member: Right;
  owner: Right;
  /** Rights that the designation adds; it never removes one. */
  complianceOfficer: Right;
  seniorManager: Right;
  auditor: Right;
  admin: Right;
};

/** A row from its six columns: member, owner, + complianceOfficer, + seniorManager, auditor, platform admin. */
function row(name: string, columns: readonly [Right, Right, Right, Right, Right, Right]): RoleRow {
  const [member, owner, complianceOfficer, seniorManager, auditor, admin] = columns;
  return { row: name, member, owner, complianceOfficer, seniorManager, auditor, admin };
}

/** Rights by role and designation. */
export const rolePermissions = {
  view: row('View clients, activities, evidence', ['yes', 'yes', 'yes', 'yes', 'yes', 'no']),
  edit: row('Create, edit, start checks, send requests', ['yes', 'yes', 'yes', 'yes', 'no', 'no']),
  submit: row('Submit an assessment', ['yes', 'yes', 'yes', 'yes', 'no', 'no']),
  approveLowOrMedium: row('Approve low, medium', ['unlessFourEyesAlways', 'yes', 'yes', 'yes', 'no', 'no']),
  approveHighOrPep: row('Approve high or PEP', ['no', 'no', 'yes', 'yes', 'no', 'no']),
  override: row('Override a level, grant a CDD exception', ['no', 'yes', 'yes', 'yes', 'no', 'no']),
  decideFalse: row('Decide a match: false positive', ['yes', 'yes', 'yes', 'yes', 'no', 'no']),
  decideTrue: row('Decide a match: true positive', ['no', 'yes', 'yes', 'yes', 'no', 'no']),
  templates: row('Edit, publish templates', ['no', 'yes', 'yes', 'no', 'no', 'no']),
  // Anyone who works with clients can raise a concern, including an owner without a designation; reading and
  // deciding on concerns requires the designation.
  raiseConcern: row('Suspicion register: raise a concern', ['yes', 'yes', 'yes', 'yes', 'no', 'no']),
  suspicions: row('Suspicion register', ['no', 'no', 'yes', 'no', 'no', 'no']),
  administer: row('Team, settings, billing', ['no', 'yes', 'no', 'no', 'no', 'no']),
  worklists: row('Worklists', ['no', 'yes', 'yes', 'no', 'no', 'no']),
  platform: row('Companies, users, accessRestricted', ['no', 'no', 'no', 'no', 'no', 'yes']),
  // Legal holds and destruction are reserved for those responsible for the company or its compliance.
  retention: row('Place legal holds and destroy records', ['no', 'yes', 'yes', 'no', 'no', 'no']),
  // Merging cannot be undone and changes what is on record of a client.
  merging: row('Merge duplicate clients', ['no', 'yes', 'yes', 'no', 'no', 'no']),
  // Full identity numbers are for those responsible; everyone else sees them masked.
  identityNumbers: row('See full identity document numbers', ['no', 'yes', 'yes', 'yes', 'no', 'no']),
  // An owner signs off if the company has no compliance officer, which the command checks.
  lawChanges: row('Sign off clients affected by a law change', ['no', 'yes', 'yes', 'no', 'no', 'no']),
  // The dates of all clients are the concern of those responsible for compliance and not of relationship owners alone.
  oversight: row('Oversee the company’s reviews', ['no', 'yes', 'yes', 'no', 'no', 'no']),
  // Any member can record a breach; owners and compliance officers assess it and respond to requests.
  privacy: row('Assess privacy breaches and answer requests for access or correction', [
    'no',
    'yes',
    'yes',
    'no',
    'no',
    'no',
  ]),
  // Every signed-in member sees their own profile and the company's state.
  self: row('Own profile, state of the company', ['yes', 'yes', 'yes', 'yes', 'yes', 'no']),
} as const satisfies Record<string, RoleRow>;

/** `restricted`: 'afterSetup': also while a platform admin restricts a company whose setup is complete. */
type GateRow = {
  row: string;
  withoutSubscription: 'yes' | 'no';
  restricted: 'yes' | 'no' | 'afterSetup';
};

/** Actions available without a subscription or while restricted. A restriction takes precedence over a missing subscription. */
export const companyGates = {
  // The duties to produce records to a supervisor and to a client continue under a restriction.
  read: { row: 'Read records, exports, audit log', withoutSubscription: 'yes', restricted: 'afterSetup' },
  write: { row: 'Create, edit records', withoutSubscription: 'yes', restricted: 'no' },
  finish: {
    row: 'Finish an open alert, decide a match, cancel a request',
    withoutSubscription: 'yes',
    restricted: 'no',
  },
  billable: {
    row: 'Billable checks (IDV, KYB, screening), new document requests, monitoring runs',
    withoutSubscription: 'no',
    restricted: 'no',
  },
  publicRequest: {
    row: 'Public document request already sent',
    withoutSubscription: 'yes',
    restricted: 'no',
  },
  settings: {
    row: 'Onboarding, settings (company, team, billing)',
    withoutSubscription: 'yes',
    restricted: 'yes',
  },
} as const satisfies Record<string, GateRow>;

type PermissionRow = {
  /** Row of `rolePermissions`, or an actor that does not sign in: a document request's recipient, a scheduled job. */
  role: keyof typeof rolePermissions | { only: 'recipient' | 'system' };
  /** Row of `companyGates`; omitted for platform admins, who belong to no company. */
  gate?: keyof typeof companyGates;
  /** Ending of the message "Your role does not allow you to …". */
  words: string;
  /** Requires a reason, which is recorded in the audit log. */
  needsReason?: boolean;
};

const permissionDefinitions = {
  'self.read': { role: 'self', gate: 'settings', words: 'see this company' },
  'company.read': { role: 'self', gate: 'settings', words: 'see this company' },
  'company.write': { role: 'administer', gate: 'settings', words: 'change the company’s settings' },
  'policies.write': { role: 'administer', gate: 'write', words: 'change the company’s policies' },
  'onboarding.write': { role: 'administer', gate: 'settings', words: 'set up the company' },
  'team.manage': { role: 'administer', gate: 'settings', words: 'manage the team' },
  'billing.manage': { role: 'administer', gate: 'settings', words: 'manage billing' },
  'records.read': { role: 'view', gate: 'read', words: 'see these records' },
  'records.write': { role: 'edit', gate: 'write', words: 'create or change records' },
  'exports.read': { role: 'view', gate: 'read', words: 'export records' },
  'auditLog.read': { role: 'view', gate: 'read', words: 'read the audit log' },
  'clients.merge': { role: 'merging', gate: 'write', words: 'merge clients', needsReason: true },
  'checks.start': { role: 'edit', gate: 'billable', words: 'start checks' },
  'requests.send': { role: 'edit', gate: 'billable', words: 'send document requests' },
  'requests.cancel': { role: 'edit', gate: 'finish', words: 'cancel document requests' },
  'alerts.close': { role: 'edit', gate: 'finish', words: 'close alerts' },
  'assessments.submit': { role: 'submit', gate: 'write', words: 'submit assessments' },
  'assessments.approve': { role: 'approveLowOrMedium', gate: 'write', words: 'approve assessments' },
  'assessments.approveHigh': {
    role: 'approveHighOrPep',
    gate: 'write',
    words: 'approve high risk or politically exposed persons',
  },
  'assessments.override': {
    role: 'override',
    gate: 'write',
    words: 'override a risk level',
    needsReason: true,
  },
  'cdd.grantException': {
    role: 'override',
    gate: 'write',
    words: 'approve an exception from CDD',
    needsReason: true,
  },
  'matches.dismiss': { role: 'decideFalse', gate: 'finish', words: 'dismiss matches' },
  'matches.confirm': {
    role: 'decideTrue',
    gate: 'finish',
    words: 'confirm a true match. Escalate the alert instead',
  },
  'permits.decide': { role: 'decideTrue', gate: 'finish', words: 'approve or withdraw sanctions permits' },
  'templates.write': { role: 'templates', gate: 'write', words: 'edit or publish templates' },
  'suspicions.raise': { role: 'raiseConcern', gate: 'write', words: 'raise a concern' },
  'suspicions.manage': { role: 'suspicions', gate: 'write', words: 'see this' },
  'legalHolds.manage': {
    role: 'retention',
    gate: 'write',
    words: 'place a legal hold',
    needsReason: true,
  },
  'retention.read': { role: 'retention', gate: 'read', words: 'see records due for destruction' },
  'identityNumbers.reveal': {
    role: 'identityNumbers',
    gate: 'write',
    words: 'see full document numbers',
    needsReason: true,
  },
  'retention.destroy': { role: 'retention', gate: 'write', words: 'destroy records' },
  'lawChanges.signOff': {
    role: 'lawChanges',
    gate: 'write',
    words: 'sign off clients affected by a law change',
  },
  'reviews.oversee': { role: 'oversight', gate: 'read', words: 'oversee the company’s reviews' },
  'privacy.read': { role: 'view', gate: 'read', words: 'see the privacy registers' },
  'privacy.record': { role: 'edit', gate: 'write', words: 'record privacy breaches and requests' },
  'privacy.manage': { role: 'privacy', gate: 'write', words: 'assess privacy breaches or answer requests' },
  'worklists.manage': { role: 'worklists', gate: 'write', words: 'manage worklists' },
  // Saving a private view is ordinary work; shared views are set up by members who manage monitoring.
  'views.save': { role: 'edit', gate: 'write', words: 'save views' },
  'views.share': { role: 'worklists', gate: 'write', words: 'share views' },
  'monitoring.run': { role: { only: 'system' }, gate: 'billable', words: 'run monitoring' },
  'publicRequest.submit': {
    role: { only: 'recipient' },
    gate: 'publicRequest',
    words: 'answer document requests',
  },
  'support.consent': {
    role: 'administer',
    gate: 'settings',
    words: 'consent to the access of platform admins',
  },
  'platform.read': { role: 'platform', words: 'see the platform’s companies and users' },
  'platform.manage': {
    role: 'platform',
    words: 'manage the platform’s companies and users',
    needsReason: true,
  },
} as const satisfies Record<string, PermissionRow>;

export type Permission = keyof typeof permissionDefinitions;

/** All actions with their rows. */
export const permissions: Record<Permission, PermissionRow> = permissionDefinitions;

/** Who acts. `recipient` holds a document request's link; `system` is a scheduled job. */
export type Actor =
  | {
      kind: 'member';
      role: MemberRole;
      designations: readonly Designation[];
      /** ISO instant at which access ends; auditors usually have one. */
      accessEndsAt?: string | null;
    }
  | { kind: 'admin' }
  | { kind: 'recipient' }
  | { kind: 'system' };

/** State of the actor's company. */
export type CompanyFlags = {
  accessRestricted: boolean;
  /** The platform admin's reason, shown to members. */
  accessRestrictedReason?: string | null;
  /** 'done' once setup is complete; unknown: not complete. */
  onboardingStep?: string;
  subscriptionActive: boolean;
  fourEyes?: 'off' | 'highOnly' | 'always';
};

type PermissionDenial = {
  allowed: false;
  code: 'role.forbidden' | 'company.restricted' | 'subscription.required';
  reason: string;
};

export type AccessDecision = { allowed: true } | PermissionDenial;

const allowed: AccessDecision = { allowed: true };

function forbidden(words: string): PermissionDenial {
  return { allowed: false, code: 'role.forbidden', reason: `Your role does not allow you to ${words}.` };
}

function gives(right: Right, fourEyes: CompanyFlags['fourEyes']): boolean {
  return right === 'yes' || (right === 'unlessFourEyesAlways' && fourEyes !== 'always');
}

function roleAllows(actor: Actor, key: PermissionRow['role'], fourEyes: CompanyFlags['fourEyes']): boolean {
  if (typeof key === 'object') return actor.kind === key.only;
  const rights: RoleRow = rolePermissions[key];
  if (actor.kind === 'admin') return gives(rights.admin, fourEyes);
  if (actor.kind !== 'member') return false;
  if (gives(rights[actor.role], fourEyes)) return true;
  // An auditor is read-only, regardless of former designations.
  return actor.role !== 'auditor' && actor.designations.some((held) => gives(rights[held], fourEyes));
}

function gateDenial(key: keyof typeof companyGates, company: CompanyFlags): PermissionDenial | undefined {
  const gate: GateRow = companyGates[key];
  if (company.accessRestricted) {
    if (gate.restricted === 'yes') return undefined;
    const why = company.accessRestrictedReason?.trim();
    if (gate.restricted === 'afterSetup' && why && company.onboardingStep === 'done') return undefined;
    return {
      allowed: false,
      code: 'company.restricted',
      reason: why
        ? `Your company’s access is restricted: ${why}`
        : 'Your company’s access is restricted until it is set up. The home page says what is missing.',
    };
  }
  if (company.subscriptionActive || gate.withoutSubscription === 'yes') return undefined;
  return {
    allowed: false,
    code: 'subscription.required',
    reason: 'This needs an active subscription. An owner can start one under Settings, Billing.',
  };
}

/** Whether a company's members can read records: unless it is restricted before its setup is complete. */
export function hasOpenRecords(company: CompanyFlags): boolean {
  return gateDenial('read', company) === undefined;
}

/** Message on a document request's page if the company is restricted; it never states the reason. */
const neutralDenial: PermissionDenial = {
  allowed: false,
  code: 'company.restricted',
  reason: 'This page is not available at the moment.',
};

/**
 * Decides whether an actor may perform an action. `company` is the actor's own company, omitted only for platform admins; a
 * member without one is denied. `now` is an ISO instant. Ended access is reported before a restriction, and a restriction, which
 * /home explains, before a missing permission.
 */
export function can(
  actor: Actor,
  permission: Permission,
  company: CompanyFlags | undefined,
  now: string,
): AccessDecision {
  const { role, gate, words }: PermissionRow = permissions[permission];
  // An unparsable end date denies access.
  if (actor.kind === 'member' && actor.accessEndsAt && !(Date.parse(now) < Date.parse(actor.accessEndsAt))) {
    return {
      allowed: false,
      code: 'role.forbidden',
      reason: 'Your access has ended. Ask an owner of your company.',
    };
  }
  const isOfCompany = actor.kind !== 'admin';
  if (gate !== undefined && isOfCompany) {
    if (company === undefined) return forbidden(words);
    const denial = gateDenial(gate, company);
    if (denial !== undefined) {
      return actor.kind === 'recipient' && denial.code === 'company.restricted' ? neutralDenial : denial;
    }
  }
  return roleAllows(actor, role, company?.fourEyes) ? allowed : forbidden(words);
}

/** Returns true if an action requires a reason. */
export function needsReason(permission: Permission): boolean {
  return permissions[permission].needsReason === true;
}
