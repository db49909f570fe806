import type { Page } from 'playwright-core';

/** What WCAG 1.4.12 lets a reader set. */
const SPACING = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
p { margin-block-end: 2em !important; }`;

/** Sets text as wide as a reader may. */
export async function spaceText(page: Page): Promise<void> {
  await page.evaluate((css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
  }, SPACING);
}

/** The words of a part of the page that some box around them cuts off. */
export function cutWords(page: Page, part: string): Promise<string[]> {
  return page.evaluate((selector) => {
    const isOff = (text: DOMRect, box: DOMRect, style: CSSStyleDeclaration) =>
      (style.overflowX !== 'visible' && (text.left < box.left - 1 || text.right > box.right + 1)) ||
      (!/visible|auto|scroll/.test(style.overflowY) && (text.top < box.top - 3 || text.bottom > box.bottom + 3));
    const cut: string[] = [];
    for (const root of document.querySelectorAll(selector)) {
      const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
      for (let node = walker.nextNode(); node; node = walker.nextNode()) {
        const parent = node.parentElement;
        if (!node.textContent?.trim() || !parent?.checkVisibility({ visibilityProperty: true })) continue;
        if (parent.closest('.kt-hidden, svg, [inert]') || getComputedStyle(parent).fontSize === '0px') continue;
        const range = document.createRange();
        range.selectNodeContents(node);
        const text = range.getBoundingClientRect();
        for (let box: Element | null = parent; box && box !== document.body; box = box.parentElement) {
          const style = getComputedStyle(box);
          // What is out of sight for eyes on purpose.
          if (style.clipPath === 'inset(50%)') break;
          if (style.display !== 'inline' && isOff(text, box.getBoundingClientRect(), style)) {
            cut.push(`${node.textContent.trim()} in ${box.className || box.tagName}`);
            break;
          }
        }
      }
    }
    return cut;
  }, part);
}
