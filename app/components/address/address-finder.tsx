import { type MutableRefObject, useEffect, useRef, useState } from 'react';
import type { AddressDetail } from '../../address-lookup/address-lookup.server.ts';
import type { AddressSuggestion } from '../../address-lookup/suggestion-cache.server.ts';
import type { FormField } from '../forms/field.tsx';
import {
  preventSubmit,
  SuggestionList,
  SuggestionStatus,
  useSearchCombobox,
} from '../forms/search-combobox.tsx';

const minQueryLength = 3;
const pauseMilliseconds = 250;

const unreachable = 'Address suggestions are unavailable. Enter the address manually, or try again shortly.';

/**
 * Queries the look-up's resource route. The browser caches responses.
 * @throws Error with the message to show
 */
async function ask<T>(query: Record<string, string>, signal?: AbortSignal): Promise<T> {
  const response = await fetch(`/address-lookup?${new URLSearchParams(query)}`, {
    headers: { Accept: 'application/json' },
    signal,
  });
  const result = (await response.json()) as T & { message?: string };
  if (!response.ok) throw new Error(result.message ?? unreachable);
  return result;
}

/** The look-up’s own message, or a general one where its response cannot be read. */
function getMessage(error: unknown): string {
  return error instanceof Error && error.name === 'Error' ? error.message : unreachable;
}

interface Found {
  query: string;
  suggestions: AddressSuggestion[];
  /** Error shown instead. */
  problem?: string;
}

const nothing: Found = { query: '', suggestions: [] };

/** Suggestions for the text, debounced. */
function useSuggestions(country: string, text: string, isWanted: boolean): Found {
  const [found, setFound] = useState<Found>(nothing);
  const query = text.trim();
  useEffect(() => {
    if (!isWanted || query.length < minQueryLength) {
      setFound(nothing);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const { suggestions } = await ask<{ suggestions: AddressSuggestion[] }>(
          { country, q: query },
          controller.signal,
        );
        if (!controller.signal.aborted) setFound({ query, suggestions });
      } catch (error) {
        if (controller.signal.aborted) return;
        setFound({ query, suggestions: [], problem: getMessage(error) });
      }
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [country, query, isWanted]);
  return found;
}

function announcement({ length }: readonly AddressSuggestion[]): string {
  if (length === 0) return 'No address found. Enter it manually below.';
  return `${length} ${length === 1 ? 'address' : 'addresses'} found. Use the arrow keys to choose.`;
}

interface AddressFinderProps {
  field: FormField;
  country: string;
  /** What was typed into the plain input that this one replaces; null if it lacked the focus. */
  typedBefore: MutableRefObject<string | null>;
  onChoose: (address: AddressDetail, id: string) => void;
}

/** The text of the search with its suggestions; choosing one reads its parts and hands them to `onChoose`. */
function useAddressSearch({ field, country, typedBefore, onChoose }: AddressFinderProps) {
  const input = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typeof field.initialValue === 'string' ? field.initialValue : '');
  const [isTyping, setTyping] = useState(false);
  const [problem, setProblem] = useState<string>();
  const found = useSuggestions(country, text, isTyping);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it replaces the plain input
  useEffect(() => {
    const typed = typedBefore.current;
    typedBefore.current = null;
    if (typed === null) return;
    input.current?.focus();
    type(typed);
  }, []);

  async function choose({ id, text: chosen }: AddressSuggestion) {
    setTyping(false);
    setProblem(undefined);
    setText(chosen);
    try {
      const { address } = await ask<{ address: AddressDetail }>({ country, id });
      setText('');
      onChoose(address, id);
    } catch (error) {
      setProblem(getMessage(error));
    }
  }

  function type(typed: string) {
    setProblem(undefined);
    setTyping(true);
    setText(typed);
  }

  return { input, text, found, problem: problem ?? found.problem, choose, type };
}

/**
 * The address search as a combobox, in place of a plain text input of the form. Choosing a suggestion reads the address and passes it on.
 */
export default function AddressFinder(props: AddressFinderProps) {
  const { field } = props;
  const list = useRef<HTMLUListElement>(null);
  const { input, text, found, problem, choose, type } = useAddressSearch(props);
  const { suggestions } = found;
  const combobox = useSearchCombobox({
    id: field.id,
    text,
    items: suggestions,
    formatItem: (suggestion) => suggestion.text,
    onChoose: (suggestion) => void choose(suggestion),
  });
  const isOpen = combobox.isOpen && found.query !== '';
  const isListed = isOpen && suggestions.length > 0;

  useEffect(() => {
    if (isListed) list.current?.scrollIntoView({ block: 'nearest' });
  }, [isListed]);

  const { ref, ...inputProps } = combobox.getInputProps({
    'aria-expanded': isOpen,
    ref: input,
    onKeyDown: preventSubmit,
    onChange: (event) => type(event.currentTarget.value),
  });
  return (
    <div className="relative">
      <input
        ref={ref}
        {...inputProps}
        type="text"
        name={field.name}
        aria-labelledby={undefined}
        aria-describedby={`${field.id}-hint ${field.id}-state`}
        autoComplete="off"
      />
      <SuggestionList
        id={field.id}
        combobox={combobox}
        items={suggestions}
        isListed={isListed}
        listRef={list}
      >
        {(suggestion) => suggestion.text}
      </SuggestionList>
      <SuggestionStatus
        id={field.id}
        problem={problem}
        message={announcement(suggestions)}
        isOpen={isOpen}
        isListed={isListed}
      />
    </div>
  );
}
