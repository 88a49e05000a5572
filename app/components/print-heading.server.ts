import type { MemberSession } from '#contract/company/accounts.ts';
import { formatInstant } from './format-instant.server.ts';

/** The heading of a printed page: "Company – as at 21 Nov 2026, 2:05 pm, printed by Name". @param now the instant of the loader */
export function formatPrintHeading({ company, member }: MemberSession, now: Date): string {
  return `${company.name} – as at ${formatInstant(now.toISOString(), company.timeZone)}, printed by ${member.name}`;
}
