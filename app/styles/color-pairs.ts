/**
 * Which colour tokens of `tokens.css` stand on which, in both schemes. A ground of text, a text colour or a shape that is not here fails
 * `tests/unit/app/color-usage.test.ts`; `color-contrast.test.ts` computes the contrast of each pair.
 */

/** Grounds on which text and shapes of every colour below may stand. */
export const openGrounds = [
  'paper',
  'ground',
  'sunken',
  'accent-soft',
  'danger-soft',
  'warning-soft',
  'success-soft',
] as const;

/** Text on every open ground: at least 4.5:1 (WCAG 2.2, 1.4.3). */
export const inks = ['ink', 'ink-soft', 'accent', 'accent-strong', 'danger', 'warning', 'success'] as const;

/**
 * Borders and grounds of controls, focus rings, and shapes of pictures on every open ground: at least 3:1 (WCAG 2.2, 1.4.11). Every ink
 * may be one too.
 */
export const shapes = ['line-strong', 'danger-strong', 'warning-line'] as const;

/** Grounds with an ink of their own, by ground; that ink stands on no other ground. */
export const inksByGround = {
  accent: 'on-accent',
  'accent-strong': 'on-accent',
  danger: 'on-danger',
  'danger-strong': 'on-danger',
  'danger-banner': 'on-danger-banner',
  success: 'on-success',
  header: 'on-header',
  'header-raised': 'on-header',
  code: 'on-code',
} as const;

/** Lines between entries, and veils over a page: they carry no information, and no text stands on them. */
export const decorations = ['line', 'backdrop', 'overlay'] as const;
