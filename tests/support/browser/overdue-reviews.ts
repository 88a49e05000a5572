/** Clients of the demo company whose review became overdue, with their relationship owners, who are not the compliance officer; one for each project. */
export const overdueReviews = {
  chromium: { name: 'Zofia Mia Bennett', owner: 'Min-Ji Mockford' },
  'no-js': { name: 'Isla James Phillips', owner: 'Ola Sampleton' },
} as const;
