/** What Word writes, and nobody else. */
const IS_WORD = /urn:schemas-microsoft-com:office|class=["']?Mso|\bmso-/i;
/** In the style of a paragraph: it is an item of a list, so deep. */
const LEVEL = /mso-list:[^;]*\blevel(\d)/i;
/** In the style of the bullet or number that stands in the text of such a paragraph. */
const IS_MARKER = /mso-list:\s*ignore/i;
/** "1.", "b)", "iv.": anything else is a bullet. */
const NUMBER = /^\(?(\d+|[a-z]{1,5})[.)]/i;
/** The editor knows two levels of headings. */
const HEADINGS = { 'h1, p.MsoTitle': 'h2', 'h4, h5, h6': 'h3' } as const;

/** Where the style of an element stands while it is looked at: as a style it would be tried out, which the page's policy forbids. */
const STYLE = 'data-style';
/** What the style of some words says, by the element that says it as well. */
const MARKS = {
  strong: /(^|;)\s*font-weight\s*:\s*(bold|[6-9]00)/i,
  em: /(^|;)\s*font-style\s*:\s*italic/i,
} as const;
/** Around everything that comes from Google's editor. */
const IS_PLAIN = /(^|;)\s*font-weight\s*:\s*normal/i;

const styleOf = (element: Element): string => element.getAttribute(STYLE) ?? '';

function parse(html: string): HTMLElement {
  const inert = html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ` ${STYLE}=`));
  return new DOMParser().parseFromString(inert, 'text/html').body;
}

/** Words that a style alone makes bold or italic become so by their elements; styles go. */
function takeStyles(body: HTMLElement): void {
  for (const element of body.querySelectorAll(`[${STYLE}]`)) {
    const style = styleOf(element);
    element.removeAttribute(STYLE);
    if (element.localName === 'b' && IS_PLAIN.test(style)) element.replaceWith(...element.childNodes);
    if (element.localName !== 'span') continue;
    for (const [name, says] of Object.entries(MARKS)) {
      if (!says.test(style)) continue;
      const mark = body.ownerDocument.createElement(name);
      mark.append(...element.childNodes);
      element.append(mark);
    }
  }
}

/** Something under another name. */
function rename(element: Element, name: string): void {
  const other = element.ownerDocument.createElement(name);
  other.append(...element.childNodes);
  element.replaceWith(other);
}

/** Takes the bullet or number out of the text of an item; what it said. */
function takeMarker(item: Element): string {
  const markers = [...item.querySelectorAll(`[${STYLE}]`)].filter((one) => IS_MARKER.test(styleOf(one)));
  const text = markers.map(({ textContent }) => textContent).join('');
  for (const marker of markers) marker.remove();
  return text.trim();
}

/** Word's lists are paragraphs that look like items: they become lists. */
function toLists(body: HTMLElement): void {
  const { ownerDocument: document } = body;
  /** The list that goes on, and those in its last item. */
  let open: Element[] = [];
  for (const paragraph of body.querySelectorAll('p')) {
    const level = Number(LEVEL.exec(styleOf(paragraph))?.[1] ?? 0);
    if (level === 0) continue;
    // Something stood in between.
    if (open[0] !== paragraph.previousElementSibling) open = [];
    const number = NUMBER.exec(takeMarker(paragraph))?.[1];
    const name = number === undefined ? 'ul' : 'ol';
    const depth = Math.min(level, open.length + 1);
    open = open.slice(0, depth);
    if (open[depth - 1]?.localName !== name) {
      const list = document.createElement(name);
      if (Number(number) > 1) list.setAttribute('start', String(Number(number)));
      const around = open[depth - 2]?.lastElementChild;
      if (around) around.append(list);
      else paragraph.before(list);
      open = [...open.slice(0, depth - 1), list];
    }
    const item = document.createElement('li');
    open.at(-1)?.append(item);
    item.append(paragraph);
  }
}

function cleanWord(body: HTMLElement): void {
  // Its own elements stand around text.
  for (const element of body.querySelectorAll('*'))
    if (element.localName.includes(':')) element.replaceWith(...element.childNodes);
  toLists(body);
  // Space between paragraphs is made with empty ones.
  for (const paragraph of body.querySelectorAll('p'))
    if (paragraph.textContent.trim() === '' && !paragraph.querySelector('img')) paragraph.remove();
}

/**
 * What somebody pastes as the editor takes it: headings of its levels, no pictures from the device of whoever wrote it, and where it
 * comes from Word lists as lists, without what only Word reads.
 * @param html of the clipboard
 */
export function cleanPasted(html: string): string {
  const body = parse(html);
  for (const element of body.querySelectorAll('script, xml, meta, link')) element.remove();
  for (const [found, name] of Object.entries(HEADINGS))
    for (const heading of body.querySelectorAll(found)) rename(heading, name);
  for (const image of body.querySelectorAll('img'))
    if (!/^(https?:|\/)/i.test(image.getAttribute('src') ?? '')) image.remove();
  if (IS_WORD.test(html)) cleanWord(body);
  takeStyles(body);
  return body.innerHTML;
}
