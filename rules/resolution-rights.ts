import { formatAlternatives } from '#rules/format/alternatives.ts';
import type { FixTarget } from './alerts/resolution-targets.ts';
import { type Permission, permissions, rolePermissions } from './permissions.ts';

/** Permission that resolving a requirement takes, and the place as named in a sentence; omitted where it is that of changing the record. */
const rights: Partial<Record<FixTarget, { permission: Permission; place: string }>> = {
  'template.editor': { permission: 'templates.write', place: 'Templates' },
  'template.impact': { permission: 'templates.write', place: 'Templates' },
  'settings.team': { permission: 'team.manage', place: 'Settings, Team' },
  'settings.billing': { permission: 'billing.manage', place: 'Settings, Billing' },
  'settings.lists': { permission: 'worklists.manage', place: 'Settings, Screening lists' },
};

/** The permission that resolving a requirement at a target takes. */
export function fixPermission(target: FixTarget): Permission {
  return rights[target]?.permission ?? 'records.write';
}

const holders = [
  ['owner', 'an owner'],
  ['complianceOfficer', 'a compliance officer'],
  ['seniorManager', 'a senior manager'],
] as const;

/** Who has a permission, in words: `an owner or a compliance officer`. Empty for one that no member of a company has. */
export function describeHolders(permission: Permission): string {
  const { role } = permissions[permission];
  if (typeof role === 'object') return '';
  return formatAlternatives(
    holders.filter(([holder]) => rolePermissions[role][holder] === 'yes').map(([, words]) => words),
  );
}

/**
 * Who can resolve a requirement, as a sentence for those who cannot: `An owner or a compliance officer can change this under Settings,
 * Screening lists.` Null for records, which all but readers can change.
 */
export function whoCanFix(target: FixTarget): string | null {
  const right = rights[target];
  if (right === undefined) return null;
  const who = describeHolders(right.permission);
  if (who === '') return null;
  const message = `${who} can change this under ${right.place}.`;
  return message.charAt(0).toUpperCase() + message.slice(1);
}
