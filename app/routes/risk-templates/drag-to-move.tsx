import { useSubmit } from '@remix-run/react';
import { createContext, type DragEvent, type ReactNode, useContext, useState } from 'react';
import { useScripted } from '../../components/forms/use-hydrated.ts';
import { elementId } from './editor-controls.tsx';

/** Lists that an item stays in: sections in the template, questions in any section, options in their question. */
const getList = (path: string) =>
  path.replace(/\[\d+\]$/, '').replace(/^sections\[\d+\]\.questions$/, 'questions');

const getIndex = (path: string) => Number(/\[(\d+)\]$/.exec(path)?.[1]);
const getParent = (path: string) => path.replace(/\[\d+\]$/, '');

interface Dragging {
  /** Path of the item that is being dragged. */
  from: string | null;
  /** Path of the place that it would move to. */
  to: string | null;
  set: (from: string | null, to: string | null) => void;
  /** Moves what is dragged to the place at the path. */
  drop: (at: string, form: HTMLFormElement | null) => void;
}

const DraggingContext = createContext<Dragging | null>(null);

/** What is being dragged in the editor, and its drop, which posts the whole form as the Up and Down buttons do. */
export function DragToMove({ children }: { children: ReactNode }) {
  const [{ from, to }, setPaths] = useState<Pick<Dragging, 'from' | 'to'>>({ from: null, to: null });
  const submit = useSubmit();
  const set: Dragging['set'] = (nextFrom, nextTo) => setPaths({ from: nextFrom, to: nextTo });
  const drop: Dragging['drop'] = (at, form) => {
    set(null, null);
    if (form === null || from === null || from === at) return;
    const posted = new FormData(form);
    posted.set('intent', `move:${from}>${at}`);
    submit(posted, { method: 'post', preventScrollReset: true });
  };
  return <DraggingContext.Provider value={{ from, to, set, drop }}>{children}</DraggingContext.Provider>;
}

/** A handle that drags the item at the path with a pointer. Keyboards and screen readers use the Up and Down buttons. */
export function DragHandle({ path }: { path: string }) {
  const dragging = useContext(DraggingContext);
  const isScripted = useScripted();
  if (!isScripted || dragging === null) return null;
  const start = (event: DragEvent) => {
    event.stopPropagation();
    event.dataTransfer.effectAllowed = 'move';
    event.dataTransfer.setData('text/plain', path);
    const item = document.getElementById(elementId(path));
    if (item) event.dataTransfer.setDragImage(item, 0, 0);
    dragging.set(path, null);
  };
  return (
    <span
      draggable
      aria-hidden="true"
      title="Drag to move"
      data-drag={path}
      className="drag-handle"
      onDragStart={start}
      onDragEnd={() => dragging.set(null, null)}
    >
      <svg aria-hidden="true" viewBox="0 0 8 14" width="8" height="14" fill="currentColor">
        {[1.5, 7, 12.5].map((y) => (
          <g key={y}>
            <circle cx="1.5" cy={y} r="1.2" />
            <circle cx="6.5" cy={y} r="1.2" />
          </g>
        ))}
      </svg>
    </span>
  );
}

/** A place that a dragged item can be dropped at: it takes the place of the item at the path, or the end of the list. */
export function DropPlace({
  path,
  isEnd = false,
  className = '',
  children,
}: {
  path: string;
  isEnd?: boolean;
  className?: string;
  children: ReactNode;
}) {
  const dragging = useContext(DraggingContext);
  const accepts = dragging !== null && dragging.from !== null && getList(dragging.from) === getList(path);
  const isBelow =
    !isEnd &&
    accepts &&
    getParent(dragging.from ?? '') === getParent(path) &&
    getIndex(dragging.from ?? '') < getIndex(path);
  const over = (event: DragEvent) => {
    if (!accepts) return;
    event.preventDefault();
    event.stopPropagation();
    if (dragging.to !== path) dragging.set(dragging.from, path);
  };
  const drop = (event: DragEvent<HTMLElement>) => {
    if (!accepts) return;
    event.preventDefault();
    event.stopPropagation();
    dragging.drop(path, event.currentTarget.closest('form'));
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the Up and Down buttons do the same by keyboard.
    <div
      className={className}
      data-drop={accepts && dragging.to === path ? (isBelow ? 'after' : 'before') : undefined}
      onDragOver={over}
      onDrop={drop}
    >
      {children}
    </div>
  );
}
