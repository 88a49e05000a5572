import { useCombobox } from 'downshift';
import { useEffect, useState } from 'react';

/** A client to choose. */
export interface ClientMatch {
  id: string;
  name: string;
  /** What tells it from another of the same name. */
  detail: string;
}

const shortestQuery = 2;
const pauseMilliseconds = 250;
const unreachable = 'Clients cannot be searched now. Try again in a moment.';

interface Found {
  query: string;
  clients: ClientMatch[];
  /** What went wrong instead. */
  problem?: string;
}

const nothing: Found = { query: '', clients: [] };

async function ask(query: string, signal: AbortSignal): Promise<Found> {
  try {
    const response = await fetch(`/activities/client-search?${new URLSearchParams({ q: query })}`, {
      headers: { Accept: 'application/json' },
      signal,
    });
    const answer = (await response.json()) as { clients?: ClientMatch[]; message?: string };
    return answer.clients
      ? { query, clients: answer.clients }
      : { query, clients: [], problem: answer.message ?? unreachable };
  } catch {
    return { query, clients: [], problem: unreachable };
  }
}

/** Clients for the text, a moment after the last key. */
function useMatches(text: string): Found {
  const [found, setFound] = useState<Found>(nothing);
  const query = text.trim();
  useEffect(() => {
    if (query.length < shortestQuery) {
      setFound(nothing);
      return;
    }
    const asking = new AbortController();
    const timer = setTimeout(async () => {
      const answer = await ask(query, asking.signal);
      if (!asking.signal.aborted) setFound(answer);
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      asking.abort();
    };
  }, [query]);
  return found;
}

function announcement({ clients }: Found): string {
  if (clients.length === 0) return 'No client found. Try fewer words, or create the client first.';
  return `${clients.length} ${clients.length === 1 ? 'client' : 'clients'} found. Use the arrow keys to choose.`;
}

/**
 * The search for a client as a combobox (ARIA 1.2). Needs script: without it a form has a text input of the
 * same id and a "Find client" button instead.
 */
export function ClientFinder({
  id,
  describedBy,
  initialText,
  onChoose,
}: {
  id: string;
  describedBy: string;
  /** What was typed before script ran. */
  initialText: string;
  onChoose: (client: ClientMatch) => void;
}) {
  const [text, setText] = useState(initialText);
  const found = useMatches(text);
  const combobox = useCombobox<ClientMatch>({
    id: `${id}-combobox`,
    inputId: id,
    items: found.clients,
    itemToString: (item) => item?.name ?? '',
    itemToKey: (item) => item?.id,
    inputValue: text,
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => {
      if (!selectedItem) return;
      setText('');
      onChoose(selectedItem);
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
  const isOpen = combobox.isOpen && found.query !== '' && found.problem === undefined;
  const isListed = isOpen && found.clients.length > 0;
  return (
    <div className="relative">
      <input
        {...combobox.getInputProps({
          onKeyDown: (event) => {
            // Enter looks for a client here; it must not send a form that is half filled.
            if (event.key === 'Enter') event.preventDefault();
          },
          onChange: (event) => setText(event.currentTarget.value),
        })}
        {...{ 'aria-expanded': isListed }}
        type="text"
        aria-labelledby={undefined}
        aria-describedby={`${describedBy} ${id}-state`}
        autoComplete="off"
      />
      <ul
        {...combobox.getMenuProps({ 'aria-labelledby': `${id}-label` })}
        hidden={!isListed}
        className="panel absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto py-1 shadow-lg"
      >
        {isListed
          ? found.clients.map((item, index) => (
              <li
                key={item.id}
                {...combobox.getItemProps({ item, index })}
                className="cursor-pointer px-3 py-2 aria-selected:bg-accent-soft"
              >
                {item.name} <span className="hint">{item.detail}</span>
              </li>
            ))
          : null}
      </ul>
      <p
        id={`${id}-state`}
        aria-live="polite"
        className={found.problem ? 'field-error mt-1' : 'hint mt-1 empty:hidden'}
      >
        {found.problem ?? (isOpen && !isListed ? announcement(found) : '')}
      </p>
      <p aria-live="polite" className="sr-only">
        {isListed ? announcement(found) : ''}
      </p>
    </div>
  );
}
