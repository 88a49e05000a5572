export interface MemberChoice {
  id: string;
  name: string;
}

/** Members to choose from; the chosen one stays listed after leaving the company. */
export function memberChoices(
  members: readonly { id: string; name: string; active: boolean }[],
  chosenId?: string,
): MemberChoice[] {
  return members
    .filter(({ id, active }) => active || id === chosenId)
    .map(({ id, name, active }) => ({ id, name: active ? name : `${name} (no longer active)` }));
}
