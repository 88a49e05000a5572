import type { Page } from 'playwright/test';

/** Pixels: Chromium's standard and fixed-width font sizes as installed. */
const usualFontSizes = { standard: 16, fixed: 13 };

/** Sets the size of text as the browser's own setting does, in multiples of its usual size. */
async function setTextSize(page: Page, factor: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { standard, fixed } = usualFontSizes;
  await session.send('Page.setFontSizes', {
    fontSizes: { standard: standard * factor, fixed: fixed * factor },
  });
  await session.detach();
}

/** Pixels by which the page is wider than its window: 0 on every page, at 320 px too. */
export function sidewaysScroll(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
}

const fontSize = (page: Page) =>
  page.evaluate(() => Number.parseFloat(getComputedStyle(document.body).fontSize));

/** Texts of the page that cannot be read: cut off by their box, or one over the other. */
function unreadableTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const problems = new Set<string>();
    const quote = (text: string | null) => `"${(text ?? '').trim().replaceAll(/\s+/g, ' ').slice(0, 40)}"`;
    const scope = document.querySelector('dialog:modal') ?? document.body;

    // Text for screen readers only is in a box of one pixel, and an input scrolls by itself.
    for (const element of scope.querySelectorAll('*')) {
      if (element.clientWidth <= 1 || element.matches('input, svg *')) continue;
      const { overflowX, overflowY } = getComputedStyle(element);
      const isCut = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
      if (
        (isCut(overflowX) && element.scrollWidth > element.clientWidth + 1) ||
        (isCut(overflowY) && element.scrollHeight > element.clientHeight + 1)
      )
        problems.add(`<${element.localName}> ${quote(element.textContent)} is cut off`);
    }

    // What moves with the window, or opens over the page, lies over other text.
    const liftedOf = new Map<Element, boolean>();
    const isLifted = (element: Element | null): boolean => {
      if (element === null || element === scope) return false;
      const known = liftedOf.get(element);
      if (known !== undefined) return known;
      const { position, clipPath, zIndex } = getComputedStyle(element);
      const isOwn =
        ['fixed', 'sticky'].includes(position) ||
        clipPath !== 'none' ||
        (position === 'absolute' && zIndex !== 'auto');
      const lifted = isOwn || isLifted(element.parentElement);
      liftedOf.set(element, lifted);
      return lifted;
    };

    const lines: { text: string; left: number; right: number; top: number; bottom: number }[] = [];
    const range = document.createRange();
    const nodes = document.createTreeWalker(scope, NodeFilter.SHOW_TEXT);
    while (nodes.nextNode()) {
      const node = nodes.currentNode;
      const parent = node.parentElement;
      if (!node.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      if (isLifted(parent)) continue;
      range.selectNodeContents(node);
      for (const { left, right, top, bottom, width, height } of range.getClientRects()) {
        if (width <= 1) continue;
        // Lines of one text are closer than the full height of their letters.
        const spare = height * 0.3;
        lines.push({
          text: quote(node.textContent),
          left: left + 1,
          right: right - 1,
          top: top + spare,
          bottom: bottom - spare,
        });
      }
    }
    lines.sort((one, other) => one.top - other.top);
    lines.forEach((line, place) => {
      for (const next of lines.slice(place + 1)) {
        if (next.top >= line.bottom) break;
        if (next.left < line.right && line.left < next.right)
          problems.add(`${line.text} and ${next.text} lie over each other`);
      }
    });
    return [...problems];
  });
}

/** Pixels: a desktop screen, and a phone. */
export const readersWidths = [1280, 390];

/**
 * What a reader cannot read at the widths who has set text to twice its usual size, and horizontal scroll; empty for a page without problems.
 * The page stays at the last width, with its usual text.
 */
export async function enlargedTextProblems(page: Page): Promise<string[]> {
  const usual = await fontSize(page);
  await setTextSize(page, 2);
  const problems: string[] = [];
  for (const width of readersWidths) {
    await page.setViewportSize({ width, height: 900 });
    const found = await unreadableTexts(page);
    const sideways = await sidewaysScroll(page);
    if (sideways > 0) found.push(`scrolls sideways by ${sideways} px`);
    if ((await fontSize(page)) < usual * 2) found.push('has text that stays small');
    problems.push(...found.map((problem) => `${page.url()} at ${width} px with enlarged text: ${problem}`));
  }
  await setTextSize(page, 1);
  return problems;
}

/** Most that the parts of a page may move by themselves, as Chromium measures layout shift. */
const maxLayoutShift = 0.02;

/** What has moved since the document of the open page was loaded, until the first input; empty if it is next to nothing. */
export async function layoutShiftProblems(page: Page): Promise<string[]> {
  const shifts = await page.evaluate(async () => {
    type Moved = PerformanceEntry & { value: number; sources: { node: Node | null }[] };
    const entries: PerformanceEntry[] = [];
    const observer = new PerformanceObserver((list) => entries.push(...list.getEntries()));
    for (const type of ['layout-shift', 'first-input']) observer.observe({ type, buffered: true });
    // The script of the page has had its turn, and what it changed is drawn.
    await new Promise((resume) => requestIdleCallback(resume, { timeout: 1000 }));
    await new Promise((resume) => requestAnimationFrame(() => requestAnimationFrame(resume)));
    observer.disconnect();
    const measured = performance.getEntriesByName('layout measured');
    performance.mark('layout measured');
    const input = entries.filter(({ entryType }) => entryType === 'first-input');
    const end = Math.min(...[...input, ...measured].map(({ startTime }) => startTime));
    return entries
      .filter((entry): entry is Moved => entry.entryType === 'layout-shift' && entry.startTime < end)
      .map(({ value, sources }) => ({
        value,
        moved: sources.map(({ node }) => (node?.textContent ?? '').slice(0, 60)).join(' | '),
      }));
  });
  const total = shifts.reduce((sum, { value }) => sum + value, 0);
  if (total <= maxLayoutShift) return [];
  const width = page.viewportSize()?.width;
  return [
    `${page.url()} at ${width} px moves by ${total.toFixed(3)}: ${shifts.map(({ moved }) => moved).join(' | ')}`,
  ];
}
