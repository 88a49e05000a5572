import { useRouteLoaderData } from '@remix-run/react';
import type { CompanyState } from '#contract/company/accounts.ts';
import { type ActivityNoun, toActivityNoun } from '#rules/activity-noun.ts';
import { mainLayoutRoute } from '../../state.ts';

const toNoun = (data: unknown) =>
  toActivityNoun((data as { company: CompanyState } | undefined)?.company.sector ?? null);

/** The term for an activity in the signed-in member's company. */
export function useActivityNoun(): ActivityNoun {
  return toNoun(useRouteLoaderData(mainLayoutRoute));
}

/** The same for `meta`, from the matches that it is called with. */
export function activityNounIn(matches: readonly { id: string; data?: unknown }[]): ActivityNoun {
  return toNoun(matches.find(({ id }) => id === mainLayoutRoute)?.data);
}
