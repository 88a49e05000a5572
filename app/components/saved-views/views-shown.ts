/** A saved view, for the menu and the page of views. */
export interface ViewChoice {
  id: string;
  version: number;
  name: string;
  shared: boolean;
  isDefault: boolean;
  mayChange: boolean;
  href: string;
  isCurrent: boolean;
}

export interface SavedViewsPanel {
  /** The list's path. */
  url: string;
  choices: ViewChoice[];
  /** The list's current query as a view stores it; null if it cannot be saved. */
  current: string | null;
  mayShare: boolean;
  requestKey: string;
}
