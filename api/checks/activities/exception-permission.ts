import { can } from '#rules/permissions.ts';
import type { MemberCaller } from '../../kernel/http/bind-endpoint.ts';

/** Whether a member may grant exceptions from CDD at an instant (ISO), of which a delay is one. */
export const decideException = ({ member, company }: MemberCaller, at: string) =>
  can({ kind: 'member', ...member }, 'cdd.grantException', company, at);
