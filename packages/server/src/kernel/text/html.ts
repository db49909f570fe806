import { API_BASE } from '@kreide/core/kernel';
import sanitize from 'sanitize-html';

/** The elements that a user's text may contain; all others lose their tags, scripts and styles lose their content too. */
const TAGS: Record<string, string[]> = {
  a: ['href', 'rel', 'target'],
  b: [],
  blockquote: [],
  br: [],
  caption: [],
  em: [],
  h2: [],
  h3: [],
  h4: [],
  i: [],
  img: ['src', 'alt', 'width', 'height'],
  li: [],
  ol: ['start'],
  p: [],
  strong: [],
  table: [],
  tbody: [],
  td: ['colspan', 'rowspan'],
  tfoot: [],
  th: ['colspan', 'rowspan', 'scope'],
  thead: [],
  tr: [],
  u: [],
  ul: [],
};

/** Their content is code, form data or text that browsers parse differently: it is removed with the tag. */
const DROPPED_WITH_CONTENT = [
  'iframe',
  'math',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'option',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'xmp',
];

const FILE_PATH = new RegExp(`^${API_BASE}/files/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/([^/?#]+)$`);
const NUMBERS: Record<string, RegExp> = {
  colspan: /^[1-9]\d{0,2}$/,
  height: /^[1-9]\d{0,4}$/,
  rowspan: /^[1-9]\d{0,2}$/,
  scope: /^(col|row)(group)?$/,
  start: /^[1-9]\d{0,4}$/,
  width: /^[1-9]\d{0,4}$/,
};
/** Maximum nesting of elements; deeper ones lose their tags. */
const NESTING_MAXIMUM = 40;
const PASSES_MAXIMUM = 10;

/** A picture in a text, as stored: without signature and host. */
interface FileReference {
  uuid: string;
  /** Percent-encoded, as in the address. */
  name: string;
}

export interface HtmlInOptions {
  /** Public address of this server, `https://kreide.school.example`: pictures with this host are ours too. */
  readonly origin: string;
}

export interface HtmlOutOptions {
  /** A signed address of the file for the reader; null when there is none for them: the picture is left out. */
  readonly fileAddress: (uuid: string) => string | null;
}

/**
 * A user's HTML as stored (D-4.10): only known elements and attributes, links to http, https, mailto and tel that open
 * in a new window without access to ours, pictures only from our own files and without their signature, which expires.
 * Sanitising twice changes nothing.
 */
export function sanitizeHtmlIn(html: string, { origin }: HtmlInOptions): string {
  const toKept = (src: string) => {
    const file = toFileReference(src, origin);
    return file && `${API_BASE}/files/${file.uuid}/${file.name}`;
  };
  // What is dropped between two elements can change how the rest nests: repeat until nothing changes.
  let kept = clean(html, toKept);
  for (let pass = 0; pass < PASSES_MAXIMUM; pass += 1) {
    const next = clean(kept, toKept);
    if (next === kept) return kept;
    kept = next;
  }
  return kept;
}

/** The files that the pictures of stored HTML name, by their uuids. */
export function filesIn(html: string): string[] {
  const uuids = new Set<string>();
  clean(html, (src) => {
    const file = toFileReference(src, null);
    if (file) uuids.add(file.uuid);
    return null;
  });
  return [...uuids];
}

/**
 * Stored HTML as sent: sanitised again, in case it was not stored through `sanitizeHtmlIn`, and with signed pictures.
 */
export function sanitizeHtmlOut(html: string, { fileAddress }: HtmlOutOptions): string {
  return clean(html, (src) => {
    const file = toFileReference(src, null);
    return file && fileAddress(file.uuid);
  });
}

/**
 * The beginning of an HTML text as one line of plain text, cut at a word, at most `maximum` characters with the
 * ellipsis.
 */
export function toExcerpt(html: string, maximum: number): string {
  const spaced = html.replace(
    /<(?:br|\/?(?:p|h[1-6]|li|ul|ol|div|td|th|tr|table|blockquote|caption))\b[^>]*>/gi,
    ' $&',
  );
  const text = decodeEntities(
    sanitize(spaced, { allowedTags: [], allowedAttributes: {}, nonTextTags: DROPPED_WITH_CONTENT }),
  )
    .replace(/\s+/g, ' ')
    .trim();
  const characters = [...text];
  if (characters.length <= maximum) return text;
  const cut = characters.slice(0, maximum - 1).join('');
  const lastSpace = cut.lastIndexOf(' ');
  return `${(lastSpace > cut.length / 2 ? cut.slice(0, lastSpace) : cut).replace(/[\s,;:.–-]+$/, '')}…`;
}

function clean(html: string, toSource: (src: string) => string | null): string {
  return sanitize(html, {
    allowedTags: Object.keys(TAGS),
    allowedAttributes: TAGS,
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: DROPPED_WITH_CONTENT,
    nestingLimit: NESTING_MAXIMUM,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attribs) => ({ tagName, attribs: withChecked(attribs) }),
      a: (tagName, { href }) => ({ tagName, attribs: toLink(href) }),
      div: 'p',
      h1: 'h2',
      h5: 'h4',
      h6: 'h4',
      img: (tagName, { src = '', ...rest }) => {
        const source = toSource(src);
        return { tagName, attribs: source === null ? {} : { alt: '', ...rest, src: source } };
      },
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && attribs.src === undefined,
  });
}

function withChecked(attribs: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(attribs).filter(([name, value]) => NUMBERS[name]?.test(value) ?? true));
}

/** A link whose address is not allowed stays as text in an `a` without attributes. */
function toLink(href: string | undefined): Record<string, string> {
  const address = href?.trim() ?? '';
  if (!URL.canParse(address)) return {};
  const url = new URL(address);
  if (!['http:', 'https:', 'mailto:', 'tel:'].includes(url.protocol)) return {};
  return { href: url.href, rel: 'noopener noreferrer', target: '_blank' };
}

function toFileReference(src: string, origin: string | null): FileReference | null {
  const base = origin ?? 'https://own.invalid';
  if (!URL.canParse(src, base)) return null;
  const url = new URL(src, base);
  if (url.origin !== new URL(base).origin || (origin === null && !src.startsWith('/'))) return null;
  const [, uuid, name] = FILE_PATH.exec(url.pathname) ?? [];
  return uuid === undefined || name === undefined || !isDecodable(name) ? null : { uuid, name };
}

function isDecodable(name: string): boolean {
  try {
    return decodeURIComponent(name) !== '';
  } catch {
    return false;
  }
}

/** sanitize-html writes exactly these. */
function decodeEntities(text: string): string {
  return text
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&amp;/g, '&');
}
