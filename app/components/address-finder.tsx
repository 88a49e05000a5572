import { useCombobox } from 'downshift';
import { useEffect, useRef, useState } from 'react';
import type { AddressDetail, AddressSuggestion } from '../address-lookup.server.ts';
import type { FormField } from './forms/field.tsx';
import { useScripted } from './forms/scripted.ts';

const shortestQuery = 3;
const pauseMilliseconds = 250;

const unreachable = 'Suggestions cannot be loaded. Enter the address by hand, or try again in a moment.';

/** Asks the look-up's resource route; throws the sentence to show. The browser keeps answers as long as it may. */
async function ask<T>(href: string, query: Record<string, string>, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`${href}?${new URLSearchParams(query)}`, {
    headers: { Accept: 'application/json' },
    signal,
  });
  const answer = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(answer.message ?? unreachable);
  return answer;
}

/** What the look-up itself says, or that there was no answer that can be read. */
function sentenceOf(error: unknown): string {
  return error instanceof Error && error.name === 'Error' ? error.message : unreachable;
}

interface Found {
  query: string;
  suggestions: AddressSuggestion[];
  /** What went wrong instead. */
  problem?: string;
}

const nothing: Found = { query: '', suggestions: [] };

/** Suggestions for the text, a moment after the last key. */
function useSuggestions(href: string, country: string, text: string, isWanted: boolean): Found {
  const [found, setFound] = useState<Found>(nothing);
  const query = text.trim();
  useEffect(() => {
    if (!isWanted || query.length < shortestQuery) {
      setFound(nothing);
      return;
    }
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { suggestions } = await ask<{ suggestions: AddressSuggestion[] }>(
          href,
          { country, q: query },
          asking.signal,
        );
        if (!asking.signal.aborted) setFound({ query, suggestions });
      } catch (error) {
        if (asking.signal.aborted) return;
        setFound({ query, suggestions: [], problem: sentenceOf(error) });
      }
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [href, country, query, isWanted]);
  return found;
}

function announcement(found: Found, isOpen: boolean): string {
  if (found.query === '' || found.problem || !isOpen) return '';
  const { length } = found.suggestions;
  if (length === 0) return 'No address found. Enter it by hand below.';
  return `${length} ${length === 1 ? 'address' : 'addresses'} found. Use the arrow keys to choose.`;
}

/**
 * The address search as a combobox (ARIA 1.2), once script runs; before that, and without it, a plain text
 * input of the form. Choosing a suggestion asks for its parts and hands them over.
 */
export function AddressFinder({
  field,
  country,
  lookupHref = '/address-lookup',
  onChoose,
}: {
  field: FormField;
  country: string;
  /** The resource route that is asked. */
  lookupHref?: string;
  onChoose: (address: AddressDetail, id: string) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  const isScripted = useScripted();
  const [text, setText] = useState(typeof field.initialValue === 'string' ? field.initialValue : '');
  const [isTyping, setTyping] = useState(false);
  const [problem, setProblem] = useState<string>();
  const found = useSuggestions(lookupHref, country, text, isTyping);

  useEffect(() => {
    // What was typed before this script ran.
    setText(input.current?.value ?? '');
  }, []);

  async function choose({ id, text: chosen }: AddressSuggestion) {
    setTyping(false);
    setProblem(undefined);
    setText(chosen);
    try {
      const { address } = await ask<{ address: AddressDetail }>(lookupHref, { country, id });
      setText('');
      onChoose(address, id);
    } catch (error) {
      setProblem(sentenceOf(error));
    }
  }

  const combobox = useCombobox<AddressSuggestion>({
    id: `${field.id}-combobox`,
    inputId: field.id,
    items: found.suggestions,
    itemToString: (item) => item?.text ?? '',
    itemToKey: (item) => item?.id,
    inputValue: text,
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) void choose(selectedItem);
    },
    stateReducer: (state, { type, changes }) => {
      // Leaving the field chooses nothing, and Escape closes the list without emptying the text.
      if (type === useCombobox.stateChangeTypes.InputBlur)
        return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue };
      if (type === useCombobox.stateChangeTypes.InputKeyDownEscape)
        return { ...changes, inputValue: state.inputValue };
      return changes;
    },
  });

  const isOpen = isScripted && combobox.isOpen && found.query !== '';
  const sentence = problem ?? found.problem;
  const says = announcement(found, combobox.isOpen);
  const { ref, ...inputProps } = combobox.getInputProps({
    ref: input,
    onKeyDown: (event) => {
      // Enter looks for an address here; it must not send a form that is half filled.
      if (event.key === 'Enter') event.preventDefault();
    },
    onChange: (event) => {
      setProblem(undefined);
      setTyping(true);
      setText(event.currentTarget.value);
    },
  });
  const list = useRef<HTMLUListElement>(null);
  const isListed = isOpen && found.suggestions.length > 0;
  useEffect(() => {
    if (isListed) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isListed]);
  const plain = {
    role: undefined,
    'aria-expanded': undefined,
    'aria-autocomplete': undefined,
    'aria-controls': undefined,
  };

  return (
    <div className="relative">
      <input
        ref={ref}
        {...inputProps}
        {...(isScripted ? { 'aria-expanded': isOpen } : plain)}
        type="text"
        name={field.name}
        aria-labelledby={undefined}
        aria-describedby={`${field.id}-hint ${field.id}-state`}
        autoComplete="off"
      />
      <ul
        {...combobox.getMenuProps({ ref: list, 'aria-labelledby': `${field.id}-label` })}
        hidden={!isOpen || found.suggestions.length === 0}
        className="panel absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto py-1 shadow-lg"
      >
        {isOpen
          ? found.suggestions.map((item, index) => (
              <li
                key={item.id}
                {...combobox.getItemProps({ item, index })}
                className="cursor-pointer px-3 py-2 aria-selected:bg-accent-soft"
              >
                {item.text}
              </li>
            ))
          : null}
      </ul>
      <p
        id={`${field.id}-state`}
        aria-live="polite"
        className={sentence ? 'field-error mt-1' : 'hint mt-1 empty:hidden'}
      >
        {sentence ?? (isOpen && found.suggestions.length === 0 ? says : '')}
      </p>
      <p aria-live="polite" className="sr-only">
        {isOpen && found.suggestions.length > 0 ? says : ''}
      </p>
    </div>
  );
}
