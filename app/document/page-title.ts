/**
 * A document's title: the record or view, then its section of the navigation, as in "Identity verification: Harbour
 * Foods – Clients – Assay".
 */
export function pageTitle(...parts: string[]): string {
  return [...parts, 'Assay'].join(' – ');
}

/** The title of an admin page: "Harbour Law – Companies – Assay admin". */
export function adminTitle(...parts: string[]): string {
  return [...parts, 'Assay admin'].join(' – ');
}
