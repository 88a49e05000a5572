import { useEffect, useState } from 'react';
import type { SanctionsTag as SanctionsTagName } from '#rules/sanctions.ts';
import {
  preventSubmit,
  SuggestionList,
  SuggestionStatus,
  useSearchCombobox,
} from '../forms/search-combobox.tsx';
import { SanctionsTag } from '../sanctions/sanctions-tag.tsx';

/** A client to choose. */
export interface ClientMatch {
  id: string;
  name: string;
  /** Of a confirmed sanctions match; a prohibited client cannot be chosen. */
  sanctions?: SanctionsTagName | null;
  /** Distinguishes it from namesakes. */
  detail: string;
}

const minQueryLength = 2;
const pauseMilliseconds = 250;
const unreachable = 'Client search is unavailable. Try again shortly.';

interface Found {
  query: string;
  clients: ClientMatch[];
  /** Error shown instead. */
  problem?: string;
}

const nothing: Found = { query: '', clients: [] };

async function ask(query: string, signal: AbortSignal): Promise<Found> {
  try {
    const response = await fetch(`/activities/client-search?${new URLSearchParams({ q: query })}`, {
      headers: { Accept: 'application/json' },
      signal,
    });
    const result = (await response.json()) as { clients?: ClientMatch[]; message?: string };
    return result.clients
      ? { query, clients: result.clients }
      : { query, clients: [], problem: result.message ?? unreachable };
  } catch {
    return { query, clients: [], problem: unreachable };
  }
}

/** Clients that match the text, debounced. */
function useMatches(text: string): Found {
  const [found, setFound] = useState<Found>(nothing);
  const query = text.trim();
  useEffect(() => {
    if (query.length < minQueryLength) {
      setFound(nothing);
      return;
    }
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      const result = await ask(query, controller.signal);
      if (!controller.signal.aborted) setFound(result);
    }, pauseMilliseconds);
    return () => {
      clearTimeout(timer);
      controller.abort();
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
  /** Text entered before script ran. */
  initialText: string;
  onChoose: (client: ClientMatch) => void;
}) {
  const [text, setText] = useState(initialText);
  const found = useMatches(text);
  const combobox = useSearchCombobox({
    id,
    text,
    items: found.clients,
    formatItem: (client) => client.name,
    // Suggestions for a former text cannot be chosen while those for the present one are awaited.
    isItemDisabled: ({ sanctions }) => sanctions === 'prohibited' || found.query !== text.trim(),
    onChoose: (client) => {
      setText('');
      onChoose(client);
    },
  });
  const isOpen = combobox.isOpen && found.query !== '' && found.problem === undefined;
  const isListed = isOpen && found.clients.length > 0;
  return (
    <div className="relative">
      <input
        {...combobox.getInputProps({
          onKeyDown: preventSubmit,
          onChange: (event) => setText(event.currentTarget.value),
        })}
        {...{ 'aria-expanded': isListed }}
        type="text"
        aria-labelledby={undefined}
        aria-describedby={`${describedBy} ${id}-state`}
        autoComplete="off"
      />
      <SuggestionList id={id} combobox={combobox} items={found.clients} isListed={isListed}>
        {(client) => <ClientSuggestion client={client} />}
      </SuggestionList>
      <SuggestionStatus
        id={id}
        problem={found.problem}
        message={announcement(found)}
        isOpen={isOpen}
        isListed={isListed}
      />
    </div>
  );
}

function ClientSuggestion({ client: { name, sanctions, detail } }: { client: ClientMatch }) {
  return (
    <>
      {name}
      <SanctionsTag tag={sanctions} />{' '}
      <span className="hint">
        {detail}
        {sanctions === 'prohibited' ? ' · Cannot be added' : ''}
      </span>
    </>
  );
}
