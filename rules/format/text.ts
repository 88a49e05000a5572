/** Text with an upper-case first letter. */
export const sentenceCase = (text: string): string => text.replace(/^./, (first) => first.toUpperCase());
