import { type UseComboboxReturnValue, useCombobox } from 'downshift';
import type { KeyboardEvent, ReactNode, Ref } from 'react';
import { cardClass } from '../panel.tsx';

interface Suggestion {
  id: string;
}

/**
 * A search input with suggestions as a combobox (ARIA 1.2). The caller owns the text; choosing a suggestion calls `onChoose` and
 * leaves nothing selected.
 * @param props.id of the input; its label is `<id>-label`
 */
export function useSearchCombobox<Item extends Suggestion>({
  id,
  text,
  items,
  formatItem,
  isItemDisabled = () => false,
  onChoose,
}: {
  id: string;
  text: string;
  items: Item[];
  formatItem: (item: Item) => string;
  isItemDisabled?: (item: Item) => boolean;
  onChoose: (item: Item) => void;
}): UseComboboxReturnValue<Item> {
  return useCombobox<Item>({
    id: `${id}-combobox`,
    inputId: id,
    items,
    itemToString: (item) => (item ? formatItem(item) : ''),
    itemToKey: (item) => item?.id,
    isItemDisabled,
    inputValue: text,
    selectedItem: null,
    onSelectedItemChange: ({ selectedItem }) => {
      if (selectedItem) onChoose(selectedItem);
    },
    stateReducer: (state, { type, changes }) => {
      // Leaving the field selects nothing, and Escape closes the list without clearing the text.
      if (type === useCombobox.stateChangeTypes.InputBlur)
        return { ...changes, selectedItem: state.selectedItem, inputValue: state.inputValue };
      if (type === useCombobox.stateChangeTypes.InputKeyDownEscape)
        return { ...changes, inputValue: state.inputValue };
      return changes;
    },
  });
}

/** Enter searches in a combobox; it must not submit a half-filled form. */
export function preventSubmit(event: KeyboardEvent): void {
  if (event.key === 'Enter') event.preventDefault();
}

/** The suggestions under the input, overlaying the content below. */
export function SuggestionList<Item extends Suggestion>({
  id,
  combobox,
  items,
  isListed,
  listRef,
  children,
}: {
  /** Of the input. */
  id: string;
  combobox: UseComboboxReturnValue<Item>;
  items: readonly Item[];
  isListed: boolean;
  listRef?: Ref<HTMLUListElement>;
  /** Content of one suggestion. */
  children: (item: Item) => ReactNode;
}) {
  return (
    <ul
      {...combobox.getMenuProps({ ref: listRef, 'aria-labelledby': `${id}-label` })}
      hidden={!isListed}
      className={cardClass({
        pad: 'none',
        className: 'absolute inset-x-0 top-full z-20 mt-1 max-h-80 overflow-y-auto py-1 shadow-lg',
      })}
    >
      {isListed
        ? items.map((item, index) => (
            <li
              key={item.id}
              {...combobox.getItemProps({ item, index })}
              className="cursor-pointer px-3 py-2 aria-disabled:cursor-not-allowed aria-selected:bg-accent-soft"
            >
              {children(item)}
            </li>
          ))
        : null}
    </ul>
  );
}

/**
 * The search's status under the input: an error, or that there are no results. The number of results is for screen readers only.
 */
export function SuggestionStatus({
  id,
  problem,
  message,
  isOpen,
  isListed,
}: {
  /** Id of the input, which references the status `<id>-state` in its description. */
  id: string;
  problem: string | undefined;
  /** Number of suggestions, as a message. */
  message: string;
  isOpen: boolean;
  isListed: boolean;
}) {
  return (
    <>
      <p
        id={`${id}-state`}
        aria-live="polite"
        className={problem ? 'field-error mt-1' : 'hint mt-1 empty:hidden'}
      >
        {problem ?? (isOpen && !isListed ? message : '')}
      </p>
      <p aria-live="polite" className="sr-only">
        {isListed ? message : ''}
      </p>
    </>
  );
}
