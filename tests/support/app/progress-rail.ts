import { getText } from './html.ts';

/** The steps of the rail on a record's page, by label, as it states them. */
export function readRail(page: Document): Record<string, { isComplete: boolean; reason: string }> {
  const steps = [...page.querySelectorAll('nav[aria-label$=" progress"] li')].map((item) => {
    const [, label = '', state = '', reason = ''] =
      /(\w+) : (Complete|Current step|Not complete)\. (.*)$/.exec(getText(item)) ?? [];
    return [label, { isComplete: state === 'Complete', reason }] as const;
  });
  return Object.fromEntries(steps);
}
