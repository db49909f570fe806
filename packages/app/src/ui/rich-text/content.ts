/** Names that stand for the same thing; what is no business of a reader has none. */
const SAME: Record<string, string> = { b: 'strong', i: 'em', p: '', tbody: '', body: '' };
const BLOCKS = 'p, h2, h3, h4, li, ul, ol, blockquote, td, th, caption';

const nameOf = (element: Element): string => {
  const name = element.localName;
  const value = { a: 'href', img: 'src', ol: 'start' }[name];
  const told = value ? (element.getAttribute(value) ?? '') : '';
  if (name === 'a' && told === '') return '';
  // A list starts at one unless it says otherwise.
  return `${SAME[name] ?? name}${name === 'ol' && told === '1' ? '' : told}`;
};

/**
 * What a reader gets of a piece of HTML: each stretch of text and each picture with what it stands in. Two pieces that say the same in
 * other marks have the same content.
 */
export function contentOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const walker = body.ownerDocument.createTreeWalker(body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
  const parts: string[] = [];
  let former = '';
  let block: Element | null = null;
  const add = (text: string, around: Element | null) => {
    const names: string[] = [];
    for (let element = around; element && element !== body; element = element.parentElement)
      names.push(nameOf(element));
    const place = names.filter(Boolean).sort().join(' ');
    const own = around?.closest(BLOCKS) ?? null;
    if (own !== block || place !== former) parts.push(`\n[${place}]`);
    parts.push(text);
    [former, block] = [place, own];
  };
  while (walker.nextNode()) {
    const node = walker.currentNode;
    if (node instanceof Text) {
      if (node.data.trim() !== '') add(node.data.replace(/\s+/g, ' '), node.parentElement);
    } else if (node instanceof HTMLImageElement || node instanceof HTMLBRElement) {
      add(`<${nameOf(node)}>`, node.parentElement);
    }
  }
  // Blanks at the edges of a stretch: the way from a word to a link does not matter, and marks may be drawn around it either way.
  return parts
    .join('')
    .replace(/ ?(\n|$|<br>) ?/g, '$1')
    .replace(/\] /g, ']');
}
