/** Elements that mean the same; those that make no difference to a reader map to nothing. */
const SAME: Record<string, string> = { b: 'strong', i: 'em', p: '', tbody: '', body: '' };
const BLOCKS = 'p, h2, h3, h4, li, ul, ol, blockquote, td, th, caption';

const nameOf = (element: Element): string => {
  const name = element.localName;
  const value = { a: 'href', img: 'src', ol: 'start' }[name];
  const told = value ? (element.getAttribute(value) ?? '') : '';
  if (name === 'a' && told === '') return '';
  // A list starts at one by default.
  return `${SAME[name] ?? name}${name === 'ol' && told === '1' ? '' : told}`;
};

/**
 * The content of some HTML as a reader sees it: each run of text and each image with the elements around it. Two texts
 * that differ only in markup have the same content.
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
  // Whitespace at the edges of a run is ignored: markup may be placed on either side of it.
  return parts
    .join('')
    .replace(/ ?(\n|$|<br>) ?/g, '$1')
    .replace(/\] /g, ']');
}
