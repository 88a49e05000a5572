/** A file of a list on disk. */
export interface ListFile {
  path: string;
  /** Displayed in messages. */
  name: string;
}
