import { Form, useSubmit } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Options } from '../forms/choices.tsx';

/**
 * The search, the filters and the order of a list: a plain search form, whose URL is the list. What of the URL is no filter goes along
 * as hidden inputs among the children.
 */
export function ListFilterForm({
  path,
  query,
  look,
  whenEmpty = [],
  search,
  children,
}: {
  /** The list's own path. */
  path: string;
  /** What the list shows now; with another one the inputs start afresh. */
  query: string;
  /** The columns of the form, as classes. */
  look: string;
  /** What the URL says when nothing was filled in. */
  whenEmpty?: [string, string][];
  /** Left out where the list is not searched. */
  search?: { value: string | undefined; label?: string; placeholder?: string };
  children: ReactNode;
}) {
  const submit = useSubmit();
  return (
    <Form
      method="get"
      key={query}
      action={path}
      role="search"
      className={`mt-4 grid grid-cols-2 items-end gap-3 [&_input]:font-normal [&_select]:font-normal ${look}`}
      onSubmit={(event) => {
        // Only what was filled in belongs in the URL.
        event.preventDefault();
        const given = [...new FormData(event.currentTarget)] as [string, string][];
        const filled = given.filter(([, value]) => value !== '');
        submit(new URLSearchParams(filled.length > 0 ? filled : whenEmpty), { action: path });
      }}
    >
      {search ? (
        <label className="grid gap-1 max-md:col-span-2">
          <span className="text-sm">{search.label ?? 'Search'}</span>
          <input
            type="search"
            name="q"
            defaultValue={search.value}
            maxLength={200}
            placeholder={search.placeholder}
          />
        </label>
      ) : null}
      {children}
      <button type="submit" className="button max-md:col-span-2">
        Apply
      </button>
    </Form>
  );
}

/** One filter: a choice, of which `empty` is none. */
export function FilterSelect({
  name,
  label,
  value,
  empty,
  choices,
}: {
  name: string;
  label: string;
  value: string | undefined;
  empty: string;
  choices: readonly { value: string; label: string }[];
}) {
  return (
    <label className="filter grid gap-1">
      <span className="text-sm">{label}</span>
      <select name={name} defaultValue={value ?? ''}>
        <option value="">{empty}</option>
        <Options choices={choices} />
      </select>
    </label>
  );
}

/** Whoever is answerable, as choices of a filter: the reader, nobody, or one of the team. */
export function whoChoices(
  members: readonly { id: string; name: string }[],
): { value: string; label: string }[] {
  return [
    { value: 'me', label: 'Me' },
    { value: 'none', label: 'Nobody' },
    ...members.map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** The same in words, for a filter in use. */
export function whoText(who: string, members: readonly { id: string; name: string }[]): string {
  if (who === 'me') return 'Me';
  if (who === 'none') return 'Nobody';
  return members.find(({ id }) => id === who)?.name ?? 'somebody who left';
}
