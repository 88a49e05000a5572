import { Form, useSubmit } from '@remix-run/react';
import { type FormEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from '../button.tsx';
import { PlainSelect } from '../forms/choices.tsx';
import { FilterChipList } from './filter-chips.tsx';

interface FilterBarProps {
  /** Label of the search, if it differs from the default. */
  label?: string;
  /** The list's own path. */
  path: string;
  /** The list’s current query; when it changes, the inputs are reset. */
  query: string;
  /** Of the form on a wide screen, as classes. */
  columns: string;
  /** The query if no field was filled in. */
  whenEmpty?: [string, string][];
  /** Undefined if the list has no search. */
  search?: { value: string | undefined; label?: string; placeholder?: string };
  /** Whether a filter besides the search is applied: the filters are then expanded on a phone. */
  isFiltered: boolean;
  /** A single filter is not worth folding. */
  folds?: boolean;
  /** Applied filters as text, each with the URL of the list without it. */
  chips?: readonly { name: string; text: string; href: string }[];
  /** The list without any. */
  allOffHref?: string;
  children: ReactNode;
}

/**
 * The search, filters and sort order of a list: a plain search form, whose URL is the list, and below it the applied filters. Other URL
 * parameters are hidden inputs among the children. With script a selected filter is applied at once. On a phone the filters are collapsed
 * until one is applied, also without script.
 */
export function FilterBar({
  label,
  path,
  query,
  columns,
  whenEmpty = [],
  search,
  isFiltered,
  folds = true,
  chips = [],
  allOffHref = path,
  children,
}: FilterBarProps) {
  const applied = useAppliedFilters({ path, query, whenEmpty });
  return (
    <>
      <Form
        method="get"
        key={query}
        {...applied}
        action={path}
        role="search"
        aria-label={label}
        className={`mt-4 grid grid-cols-2 items-end gap-3 [&_input]:font-normal [&_select]:font-normal ${columns}`}
      >
        {search ? <SearchInput search={search} /> : null}
        {folds ? <FoldToggle isOpen={isFiltered} /> : null}
        {children}
        {/* Without a search there is nothing to apply while the filters are collapsed. */}
        <Button className={`max-md:col-span-2 ${search ? '' : 'filter'}`.trimEnd()}>Apply</Button>
      </Form>
      <FilterChipList chips={chips} allOffHref={allOffHref} />
    </>
  );
}

/** Handlers of the filters' form, which apply a selected filter at once, and its focus, which stays on that filter. */
function useAppliedFilters({
  path,
  query,
  whenEmpty,
}: Pick<FilterBarProps, 'path' | 'query'> & { whenEmpty: [string, string][] }) {
  const submit = useSubmit();
  const ref = useRef<HTMLFormElement>(null);
  const selected = useRef<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new query replaces the form
  useEffect(() => {
    const field = selected.current && ref.current?.elements.namedItem(selected.current);
    selected.current = null;
    if (field instanceof HTMLElement && document.activeElement === document.body) field.focus();
  }, [query]);
  const apply = (form: HTMLFormElement) => {
    // Blank fields stay out of the URL.
    const entries = [...new FormData(form)] as [string, string][];
    const filled = entries.filter(([, value]) => value !== '');
    submit(new URLSearchParams(filled.length > 0 ? filled : whenEmpty), { action: path });
  };
  return {
    ref,
    onChange: ({ target, currentTarget }: FormEvent<HTMLFormElement>) => {
      if (!(target instanceof HTMLSelectElement)) return;
      selected.current = target.name;
      apply(currentTarget);
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      apply(event.currentTarget);
    },
  };
}

function SearchInput({ search }: { search: NonNullable<FilterBarProps['search']> }) {
  return (
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
  );
}

/** Collapses the filters after it on a phone, with the stylesheet only. */
function FoldToggle({ isOpen }: { isOpen: boolean }) {
  return (
    <label className="col-span-2 flex min-h-6 items-center gap-2 md:hidden max-md:[&:not(:has(:checked))~.filter]:hidden">
      <input type="checkbox" defaultChecked={isOpen} />
      Show filters
    </label>
  );
}

/** A select filter, whose `empty` option means no filter. */
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
  const id = useId();
  return (
    <div className="filter grid gap-1">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <PlainSelect id={id} name={name} defaultValue={value ?? ''} empty={empty} choices={choices} />
    </div>
  );
}

/** A typed filter: a word or a day. */
export function FilterInput({
  label,
  value,
  className = '',
  ...input
}: {
  name: string;
  label: string;
  value: string | undefined;
  type: 'search' | 'date';
  maxLength?: number;
  placeholder?: string;
  autoComplete?: string;
  /** Width among the filters. */
  className?: string;
}) {
  return (
    <label className={`filter grid gap-1 ${className}`.trimEnd()}>
      <span className="text-sm">{label}</span>
      <input {...input} defaultValue={value} />
    </label>
  );
}

/** Assignees as choices of a filter: the reader, no one, or a member of the team. */
export function whoChoices(
  members: readonly { id: string; name: string }[],
): { value: string; label: string }[] {
  return [
    { value: 'me', label: 'Me' },
    { value: 'none', label: 'Unassigned' },
    ...members.map(({ id, name }) => ({ value: id, label: name })),
  ];
}

/** The same as text, for an applied filter. */
export function formatAssignee(who: string, members: readonly { id: string; name: string }[]): string {
  if (who === 'me') return 'Me';
  if (who === 'none') return 'Unassigned';
  return members.find(({ id }) => id === who)?.name ?? 'someone who left';
}
