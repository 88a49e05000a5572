import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decorations, inks, inksByGround, openGrounds, shapes } from '#app/styles/color-pairs.ts';

const root = join(import.meta.dirname, '../../../app');
const register = ['styles/tokens.css', 'styles/color-pairs.ts'];

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.(css|tsx?)$/.test(file) && !register.includes(file))
  .map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

const open = new Set<string>(openGrounds);
const ownInks = new Map<string, string>(Object.entries(inksByGround));
const textColors = new Set<string>(inks);
const marks = new Set<string>([...inks, ...shapes, ...ownInks.keys()]);
const lines = new Set<string>([...marks, ...decorations]);
const onOwnGround = new Set(ownInks.values());
const all = new Set<string>([...open, ...lines, ...onOwnGround]);

/** What follows `text-`, `bg-`, `border-`, … and is no colour. */
const notColors =
  /^(xs|sm|base|md|lg|xl|2xl|left|right|center|current|transparent|inherit|none|dashed|separate|collapse|spacing-0|pretty|balance|[trblxyse]|[trblxyse]-\d+|linejoin|linecap|clip)$|^\[(length:)?[\d.]+\w*\]$|^\[-?\d/;

interface ColorClass {
  /** `hover:`, `narrow:[&_tr]:`, or ''. */
  variant: string;
  property: string;
  color: string;
}

const utility =
  /^(?<variant>.*:)?(?<property>text|bg|border(?:-[trblxyse])?|divide|outline|ring|fill|stroke|decoration|accent|caret|shadow|from|via|to)-(?<color>[a-z][\w-]*(?:\/\S+)?|\[\S*\](?:\/\S+)?|\(\S*\))!?$/;

/** The colour classes of a string. */
function colorClasses(text: string): ColorClass[] {
  return text.split(/\s+/).flatMap((word) => {
    const { variant = '', property = '', color = '' } = utility.exec(word)?.groups ?? {};
    return property === '' || notColors.test(color) ? [] : [{ variant, property, color }];
  });
}

/** The strings of a source that may be classes, without those of imports. */
const stringsOf = (text: string) =>
  [
    ...text.replaceAll(/^(import|export) .* from .*$/gm, '').matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`]*)`/g),
  ].map(
    ([, single, double, template]) => single ?? double ?? (template ?? '').replaceAll(/\$\{[^}]*\}/g, ' '),
  );

/** What is wrong with the colours of one string of classes. `others`: the classes of its file. */
function classProblems(classes: string, others: readonly ColorClass[]): string[] {
  const found = colorClasses(classes);
  const colorOf = (property: string, variant: string) =>
    found.find((one) => one.property === property && one.variant === variant)?.color;
  return found.flatMap(({ variant, property, color }) => {
    const name = `${variant}${property}-${color}`;
    if (!all.has(color)) return [`${name} is no token`];
    if (onOwnGround.has(color)) {
      const ground = colorOf('bg', variant);
      if (ground !== undefined && ownInks.get(ground) !== color) return [`${name} on ${ground}`];
      return others.some((one) => ownInks.get(one.color) === color) ? [] : [`${name} away from its ground`];
    }
    if (property === 'text') return textColors.has(color) ? [] : [`${name} is no ink`];
    if (property !== 'bg') {
      return lines.has(color) || (property === 'fill' && open.has(color)) ? [] : [`${name} is a ground`];
    }
    const own = ownInks.get(color);
    const ink = colorOf('text', variant) ?? colorOf('text', '');
    const isPicture = others.some((one) => one.property === 'fill' && one.color === own);
    return own === undefined || ink === own || isPicture ? [] : [`${name} without text-${own}`];
  });
}

/** The colours of a rule of a stylesheet: a ground with the ink that stands on it. */
function ruleProblems(selector: string, body: string): string[] {
  const tokenIn = (pattern: RegExp) =>
    /var\(--color-([\w-]+)\)/.exec([...body.matchAll(pattern)].at(-1)?.[1] ?? '')?.[1];
  const ink = tokenIn(/(?:^|[;\s])(?:color|--badge):([^;]*)/g);
  const ground = tokenIn(/(?:^|[;\s])(?:background(?:-color)?|--badge-ground):([^;]*)/g);
  const own = ownInks.get(ground ?? '');
  const isPart = /::-(webkit|moz)-progress/.test(selector);
  const isControl = /(?<!:not\()(\binput\b|\bselect\b|textarea|\.button\b|file-selector)/.test(selector);
  const border = tokenIn(/(?:^|[;\s])border(?:-color)?:([^;]*)/g);
  return [
    ...(ink !== undefined && !textColors.has(ink) && !onOwnGround.has(ink) ? [`${ink} is no ink`] : []),
    ...(ink !== undefined && onOwnGround.has(ink) && ink !== own ? [`${ink} on ${ground}`] : []),
    ...(own !== undefined && ink !== own && !isPart ? [`${ground} without ${own}`] : []),
    ...(ground !== undefined && own === undefined && !open.has(ground) ? [`${ground} is no ground`] : []),
    ...(isControl && !selector.includes(':disabled') && border !== undefined && !marks.has(border)
      ? [`a control’s border of ${border}`]
      : []),
  ];
}

const rawColor =
  /#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch|color|color-mix|light-dark)a?\(/i;

/** Values of properties of a stylesheet that set a colour by another way than a token. */
function rawValues(css: string): string[] {
  const declarations = css.matchAll(
    /(?:^|[;{\s])((?:[\w-]*color|background|border(?:-[a-z]+)?|outline|box-shadow|fill|stroke|--[\w-]+)):\s*([^;{}]+);/g,
  );
  return [...declarations]
    .filter(
      ([, property = '']) =>
        !/radius|collapse|spacing|width|--(text|animate|sticky)|color-adjust/.test(property),
    )
    .flatMap(([, property = '', value = '']) => {
      const words = value
        .replaceAll(/var\(--[\w-]+\)/g, '')
        .replaceAll(/-?[\d.]+(px|rem|em|%)?/g, '')
        .trim();
      return /^(none|inherit|solid|dashed|inset|transparent|currentcolor|\s|,)*$/i.test(words)
        ? []
        : [`${property}: ${value}`];
    });
}

const stylesheets = sources.filter(({ file }) => file.endsWith('.css'));
const modules = sources.filter(({ file }) => !file.endsWith('.css'));

/** The names of problems, each with its file. */
const problemsIn = (files: typeof sources, find: (text: string) => readonly string[]) =>
  files.flatMap(({ file, text }) => find(text).map((problem) => `${file}: ${problem}`));

describe('a module', () => {
  it('writes no colour by itself', () => {
    const found = problemsIn(modules, (text) => [
      ...stringsOf(text).filter((string) => rawColor.test(string)),
      ...[...text.matchAll(/\b(?:fill|stroke|color|stopColor|bgcolor)="(?!none|currentColor)[^"]*"/g)].map(
        ([raw]) => raw,
      ),
      ...[...text.matchAll(/style=\{\{[^}]*(?:color|background|fill|stroke)[^}]*\}\}/gi)].map(([raw]) => raw),
    ]);
    expect(found).toEqual([]);
  });

  it('has classes of tokens alone, each in a pair of the register', () => {
    const found = problemsIn(modules, (text) => {
      const strings = stringsOf(text);
      const others = strings.flatMap(colorClasses);
      return strings.flatMap((string) => classProblems(string, others));
    });
    expect(found).toEqual([]);
  });
});

describe('a stylesheet', () => {
  const withoutComments = (css: string) => css.replaceAll(/\/\*[\s\S]*?\*\//g, '');

  it('writes no colour by itself', () => {
    expect(problemsIn(stylesheets, (css) => rawValues(withoutComments(css)))).toEqual([]);
  });

  it('has grounds and inks of the register, in pairs', () => {
    const found = problemsIn(stylesheets, (css) =>
      [...withoutComments(css).matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, selector = '', body = '']) =>
        ruleProblems(selector, body).map((problem) => `${selector.trim()}: ${problem}`),
      ),
    );
    expect(found).toEqual([]);
  });
});
