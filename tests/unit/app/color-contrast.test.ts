import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decorations, inks, inksByGround, openGrounds, shapes } from '#app/styles/color-pairs.ts';

const tokens = readFileSync(join(import.meta.dirname, '../../../app/styles/tokens.css'), 'utf8');

/** Colours of a part of the stylesheet by token, as written. */
function declaredColors(css: string): Record<string, string> {
  return Object.fromEntries(
    [...css.matchAll(/--color-([\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]),
  );
}

const [lightPart = '', darkPart = ''] = tokens.split('prefers-color-scheme: dark');
const light = declaredColors(lightPart);
const schemes: Record<string, Record<string, string>> = {
  light,
  dark: { ...light, ...declaredColors(darkPart) },
};

/** Relative luminance by WCAG 2.2 of an opaque colour, `#rrggbb`. */
function luminance(color: string): number {
  const [, red = '', green = '', blue = ''] = /^#(\w\w)(\w\w)(\w\w)$/.exec(color) ?? [];
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((hex) => {
    const channel = Number.parseInt(hex, 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

/** Contrast ratio by WCAG 2.2 of two opaque colours, 1 to 21; NaN for any other value. */
function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

interface Pair {
  color: string;
  ground: string;
}

const onOpenGrounds = (colors: readonly string[]): Pair[] =>
  colors.flatMap((color) => openGrounds.map((ground) => ({ color, ground })));

const textPairs = [
  ...onOpenGrounds(inks),
  ...Object.entries(inksByGround).map(([ground, color]) => ({ color, ground })),
];
const shapePairs = onOpenGrounds(shapes);

/** The pairs below a contrast in a scheme, each with its own. */
function lowContrasts(scheme: string, pairs: readonly Pair[], least: number): string[] {
  const colors = schemes[scheme] ?? {};
  return pairs
    .map(({ color, ground }) => ({
      color,
      ground,
      ratio: contrast(colors[color] ?? '', colors[ground] ?? ''),
    }))
    .filter(({ ratio }) => !(ratio >= least))
    .map(({ color, ground, ratio }) => `${color} on ${ground}: ${ratio.toFixed(2)}`);
}

it('computes the contrast of WCAG', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#ffffff', '#ffffff')).toBeCloseTo(1, 5);
  // The lightest grey of 4.5:1 on white.
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  expect(contrast('white', '#ffffff')).toBeNaN();
});

it('knows what each colour token is for', () => {
  const known = [...openGrounds, ...inks, ...shapes, ...Object.entries(inksByGround).flat(), ...decorations];
  expect(Object.keys(light).sort()).toEqual([...new Set(known)].sort());
});

describe.each(Object.keys(schemes))('in the %s scheme', (scheme) => {
  it('text has a contrast of at least 4.5:1 with each ground it stands on', () => {
    expect(lowContrasts(scheme, textPairs, 4.5)).toEqual([]);
  });

  it('borders of controls and shapes have a contrast of at least 3:1', () => {
    expect(lowContrasts(scheme, shapePairs, 3)).toEqual([]);
  });
});

it('changes in the dark only tokens of the light', () => {
  expect(Object.keys(declaredColors(darkPart)).filter((name) => !(name in light))).toEqual([]);
});
