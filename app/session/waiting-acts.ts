import type { Endpoint } from '#contract/endpoint.ts';

/** What a posted form does, as its button says it; with several outcomes by the value of the field that selects one. */
type Act = string | { field: string; labels: Readonly<Record<string, string>> };

/** By endpoint: everything that a form can do once its person has proved again that it is them. */
const acts: Readonly<Record<string, Act>> = {
  'auditStream.create': 'Send audit events',
  'auditStream.rotate': 'Replace secret',
  'auditStream.remove': 'Remove receiver',
  'company.policies.update': 'Save policies',
  'evidencePacks.download': 'Download evidence pack',
  'legalHolds.release': 'Release legal hold',
  'members.invite': 'Send invitation',
  'members.change': 'Save changes',
  'members.transition': {
    field: 'to',
    labels: { active: 'Reactivate', suspended: 'Suspend', removed: 'Remove' },
  },
  'platform.companies.restrict': {
    field: 'to',
    labels: { restricted: 'Restrict access', open: 'Remove restriction' },
  },
  'platform.users.transition': { field: 'act', labels: { active: 'Reactivate', suspended: 'Suspend' } },
  'retention.confirm': 'Confirm destruction',
  'secondFactors.remove': 'Remove second factor',
  'secondFactors.renewCodes': 'Replace recovery codes',
  'sso.addDomain': 'Add domain',
  'sso.verifyDomain': 'Check TXT record',
  'sso.removeDomain': 'Remove domain',
  'sso.save': 'Save single sign-on',
};

/** Label of the button that sends a form which waited for a proof. */
export function getActLabel({ id }: Pick<Endpoint, 'id'>, form: FormData): string {
  const act = acts[id];
  if (typeof act === 'string') return act;
  const value = act && form.get(act.field);
  return (typeof value === 'string' ? act?.labels[value] : undefined) ?? 'Continue';
}

/** Whether a form is answered with a file, and changes nothing on record. */
export const isDownload = ({ response }: Pick<Endpoint, 'response'>): boolean => 'contentType' in response;
