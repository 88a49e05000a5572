import type { MemberSession } from '#contract/accounts.ts';
import { instantText } from '../routes/clients/instant-text.server.ts';

/** "Company. As at 21 Nov 2026, 2:05 pm, opened by Name": what a printed page is headed with. @param now the instant of the loader */
export function printHeadingText({ company, member }: MemberSession, now: Date): string {
  return `${company.name}. As at ${instantText(now.toISOString(), company.timeZone)}, opened by ${member.name}`;
}
