import type { FormContext } from './forms.tsx';
import type { VerificationPage } from './loader.server.ts';

type Result = FormContext['result'];

const decisions = ['verified', 'notVerified', 'cancel'] as const;
export type OpenDecision = (typeof decisions)[number];

const getActions = ({ verification }: VerificationPage) =>
  new Set<string>(verification.actions.map(({ action }) => action));

/** The decision whose form is open: that of the URL, or of the rejected post; null if none is possible. */
export function getOpenDecision(page: VerificationPage, result: Result): OpenDecision | null {
  const rejected = result?.form.startsWith('decide-') ? result.form.slice(7) : undefined;
  const open = decisions.find((decision) => decision === (rejected ?? page.opened.decide)) ?? null;
  return open !== null && getActions(page).has(open === 'cancel' ? 'cancel' : 'decide') ? open : null;
}

const editForms = {
  entry: 'entry-form',
  holding: 'holding-form',
  role: 'role-form',
  remove: 'remove-form',
} as const;
type OpenEdit = keyof typeof editForms;

/** The form that edits the ownership: that of the URL, or of the rejected post; null if none is open or possible. */
export function getOpenEdit(page: VerificationPage, result: Result): OpenEdit | null {
  const { opened, verification } = page;
  const { nodes = [], edges = [], controls = [] } = verification.ownership ?? {};
  const has = (items: readonly { id: string }[], id: string | null) => items.some((item) => item.id === id);
  const names = Object.keys(editForms) as OpenEdit[];
  const isPossible: Record<OpenEdit, boolean> = {
    entry: true,
    holding: nodes.length > 1,
    role: nodes.length > 1,
    remove: has([...nodes, ...edges, ...controls], opened.remove),
  };
  const requested = has(edges, opened.change)
    ? 'holding'
    : opened.remove
      ? 'remove'
      : (opened.add ?? names.find((name) => editForms[name] === result?.form));
  const open = names.find((name) => name === requested);
  return open !== undefined && getActions(page).has('edit') && isPossible[open] ? open : null;
}

/** People and entities that are not related parties: those who must be verified, and the rest of the structure not on record. */
export function getUnlinked({ verification: { mustVerify, ownership } }: VerificationPage) {
  const requiredIds = new Set(mustVerify.map(({ nodeId }) => nodeId));
  return {
    required: mustVerify.filter(({ isParty }) => !isParty),
    others: (ownership?.nodes ?? []).filter(
      ({ id, client }) => id !== 'client' && !requiredIds.has(id) && client === null,
    ),
  };
}

/** Whether the page shows the form that was rejected. One that no longer exists cannot state its errors. */
export function isRejectedFormShown(page: VerificationPage, result: NonNullable<Result>): boolean {
  const { content, verification } = page;
  const { form } = result;
  const may = getActions(page);
  if (form === 'continue-form') return verification.pendingExtracts !== null && may.has('retry');
  const decision = getOpenDecision(page, result);
  if (decision !== null && form === `decide-${decision}`) return true;
  switch (content.tab) {
    case 'register': {
      const isListed = content.candidates?.candidates.some(({ number }) => form === `orderExtract-${number}`);
      const isOpenDiscrepancy = verification.mismatches.some(
        ({ field, settled }) => !settled && form === `settle-${field}`,
      );
      return isListed || (isOpenDiscrepancy && verification.extract !== null && may.has('settle'));
    }
    case 'ownership': {
      if (form === 'expand-form') return content.canExpand && content.cost !== null && content.cost.now > 0;
      const edit = getOpenEdit(page, result);
      return edit !== null && form === editForms[edit];
    }
    case 'people': {
      const { required, others } = getUnlinked(page);
      return form === 'parties-form' && may.has('createParties') && required.length + others.length > 0;
    }
    default:
      return false;
  }
}
