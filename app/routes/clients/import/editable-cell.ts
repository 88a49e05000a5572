/** A mapped cell of a row that is not imported, with its problems beside it. */
export interface EditableCell {
  place: number;
  heading: string;
  text: string;
  /** What damaged letters likely were. */
  likely: string | null;
  problems: string[];
}

/** Whether a cell is why its row cannot be imported as it is. */
export const needsCorrection = ({ problems, likely }: EditableCell) => problems.length > 0 || likely !== null;
