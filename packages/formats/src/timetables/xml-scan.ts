/** Attribute values by name, with prefixes; nothing is inherited. */
export type XmlAttributes = Readonly<Record<string, string | undefined>>;

/** Callbacks of a streaming reader. Names come without namespace prefix. */
export interface XmlHandler {
  /**
   * A start tag. `path` contains the names of the open elements from the root to this one; it is reused, so do not keep
   * it.
   */
  open?(name: string, attributes: XmlAttributes, path: readonly string[], line: number): void;
  /** An end tag (also of empty elements) with the text directly inside, not trimmed. `path` as in `open`. */
  close?(name: string, text: string, path: readonly string[], line: number): void;
}

/** Maximum nesting of elements; timetable files need fewer than ten levels. */
export const MAX_XML_DEPTH = 64;

/** The whole text was read. */
export const WHOLE = -1;

const TAB = 9;
const NEW_LINE = 10;
const SPACE = 32;
const BANG = 33;
const DOUBLE_QUOTE = 34;
const AMPERSAND = 38;
const SINGLE_QUOTE = 39;
const SLASH = 47;
const COLON = 58;
const LESS = 60;
const EQUALS = 61;
const GREATER = 62;
const CLOSING_BRACKET = 93;
const SURROGATES = 0xd800;

/** What stands in the names of timetable files: 1 = at every place, 2 = not at the first. */
const NAME_PLACES = Uint8Array.from({ length: 128 }, (_, code) => {
  const char = String.fromCharCode(code);
  if (/[A-Za-z_:]/.test(char)) return 1;
  return /[-.\d]/.test(char) ? 2 : 0;
});
const beginsName = (code: number) => code < 128 && NAME_PLACES[code] === 1;
const isInName = (code: number) => code < 128 && NAME_PLACES[code] !== 0;
const isBlank = (code: number) => code === SPACE || code === NEW_LINE || code === TAB;
/** A character that stands for itself in a text, a blank one included. */
const isPlain = (code: number) =>
  (code >= SPACE && code < SURROGATES && code !== CLOSING_BRACKET) || code === NEW_LINE || code === TAB;

const DECLARATION = /^<\?xml version="1\.0"(?: encoding="[A-Za-z][\w.-]*")?(?: standalone="(?:yes|no)")? ?\?>/;

/** `nbsp` is the one name of web pages that exports contain. */
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', '\u00a0'],
]);

/** The character of `amp` or `#252`; null for anything else than the plain ones. */
function readEntity(entity: string): string | null {
  const found = /^#(?:x([\da-f]{1,4})|(\d{1,5}))$/i.exec(entity);
  if (!found) return ENTITIES.get(entity) ?? null;
  const code = found[1] === undefined ? Number(found[2]) : Number.parseInt(found[1], 16);
  return (code >= SPACE && code < SURROGATES) || isBlank(code) ? String.fromCharCode(code) : null;
}

/** A text with its references resolved; null when one of them is not plain. */
function resolve(text: string): string | null {
  const [first = '', ...parts] = text.split('&');
  let resolved = first;
  for (const part of parts) {
    const end = part.indexOf(';');
    const char = end < 0 ? null : readEntity(part.slice(0, end));
    if (char === null) return null;
    resolved += char + part.slice(end + 1);
  }
  return resolved;
}

/** As objects without a prototype, but their values are found as fast as those of other objects. */
class Attributes {}
Object.setPrototypeOf(Attributes.prototype, null);
Reflect.deleteProperty(Attributes.prototype, 'constructor');
/** Those of the many elements without any. */
export const NO_ATTRIBUTES: XmlAttributes = Object.freeze(Object.create(null));

/** As the key of an object a name is the same text as in our code: compared in one step. */
function toKey(name: string): string {
  const [key = ''] = Object.keys({ [name]: 0 });
  return key;
}

/** Names that are known at once; a power of two. */
const NAMES = 512;

function isAt(text: string, begin: number, word: string): boolean {
  for (let i = 0; i < word.length; i += 1) if (text.charCodeAt(begin + i) !== word.charCodeAt(i)) return false;
  return true;
}

/** What stands at the reader's place. */
type Step = 'read' | 'other';

/** Reads XML of the plain kind, which nearly every file is, character by character; anything else stops it. */
class PlainReader {
  events = 0;
  private at = 0;
  private line = 1;
  private hasRoot = false;
  /** Of the name that was read last. */
  private hasPrefix = false;
  /** The open elements: as in our code, as written, and their texts so far. */
  private readonly path: string[] = [];
  private readonly written: string[] = [];
  private readonly texts: string[] = [];
  /** The name that was last read of those with the same sum of characters. */
  private readonly names = new Array<string>(NAMES).fill('');
  private readonly localNames = new Map<string, string>();
  private readonly text: string;
  private readonly handler: XmlHandler;
  private readonly keepsTexts: boolean;

  constructor(text: string, handler: XmlHandler) {
    this.text = text;
    this.handler = handler;
    this.keepsTexts = handler.close !== undefined;
    this.at = DECLARATION.exec(text)?.[0].length ?? 0;
  }

  /** Is the whole text read? */
  read(): boolean {
    for (;;) {
      if (!this.readText()) return this.isAtEnd();
      const code = this.text.charCodeAt(this.at + 1);
      const step = code === SLASH ? this.readClose() : code === BANG ? this.readComment() : this.readOpen();
      if (step === 'other') return false;
    }
  }

  private isAtEnd(): boolean {
    return this.at >= this.text.length && this.hasRoot && this.path.length === 0;
  }

  /** To the next tag; false when there is none, or something else before it. */
  private readText(): boolean {
    const { text, at: begin } = this;
    let at = begin;
    let code = text.charCodeAt(at);
    let hasReference = false;
    let isBlankOnly = true;
    for (; code !== LESS; code = text.charCodeAt(++at)) {
      if (code > SPACE) {
        isBlankOnly = false;
        if (code === AMPERSAND) hasReference = true;
        else if (!isPlain(code)) return false;
      } else if (code === NEW_LINE) this.line += 1;
      else if (code !== SPACE && code !== TAB) {
        if (at >= text.length && isBlankOnly) this.at = at;
        return false;
      }
    }
    this.at = at;
    const depth = this.path.length;
    if (depth === 0) return isBlankOnly;
    if (at === begin || !(this.keepsTexts || hasReference)) return true;
    const part = hasReference ? resolve(text.slice(begin, at)) : text.slice(begin, at);
    if (part !== null) this.texts[depth - 1] += part;
    return part !== null;
  }

  private readComment(): Step {
    const { text, at } = this;
    const end = text.startsWith('<!--', at) ? text.indexOf('--', at + 4) : -1;
    if (end < 0 || text.charCodeAt(end + 2) !== GREATER) return 'other';
    for (let i = at + 4; i < end; i += 1) {
      const code = text.charCodeAt(i);
      if (code === NEW_LINE) this.line += 1;
      else if (code !== CLOSING_BRACKET && !isPlain(code)) return 'other';
    }
    this.at = end + 3;
    return 'read';
  }

  private readClose(): Step {
    const { text } = this;
    const written = this.written.at(-1);
    if (written === undefined || !isAt(text, this.at + 2, written)) return 'other';
    this.at += 2 + written.length;
    this.skipBlanks();
    if (text.charCodeAt(this.at) !== GREATER) return 'other';
    this.at += 1;
    this.close();
    return 'read';
  }

  private close(): void {
    const { path, texts } = this;
    this.events += 1;
    this.handler.close?.(path.at(-1)!, texts.at(-1)!, path, this.line);
    path.pop();
    this.written.pop();
    texts.pop();
  }

  private readOpen(): Step {
    const { text, path } = this;
    this.at += 1;
    const written = this.readName();
    const name = written !== null && this.hasPrefix ? this.toLocalName(written) : written;
    const isSecond = path.length === 0 && this.hasRoot;
    if (written === null || name === null || isSecond || path.length >= MAX_XML_DEPTH) return 'other';
    let code = text.charCodeAt(this.at);
    const attributes = code === GREATER || code === SLASH ? NO_ATTRIBUTES : this.readAttributes();
    if (attributes === null) return 'other';
    code = text.charCodeAt(this.at);
    const isEmpty = code === SLASH;
    if (isEmpty) code = text.charCodeAt(++this.at);
    if (code !== GREATER) return 'other';
    this.at += 1;
    this.hasRoot = true;
    path.push(name);
    this.written.push(written);
    this.texts.push('');
    this.events += 1;
    this.handler.open?.(name, attributes, path, this.line);
    if (isEmpty) this.close();
    return 'read';
  }

  /** The attributes of a tag, to its `/` or `>`; null for anything else. */
  private readAttributes(): XmlAttributes | null {
    const { text } = this;
    const attributes = new Attributes() as Record<string, string>;
    for (;;) {
      const begin = this.at;
      this.skipBlanks();
      const code = text.charCodeAt(this.at);
      if (code === GREATER || code === SLASH) return attributes;
      const name = this.at === begin ? null : this.readName();
      if (name === null || attributes[name] !== undefined) return null;
      this.skipBlanks();
      if (text.charCodeAt(this.at) !== EQUALS) return null;
      this.at += 1;
      this.skipBlanks();
      const value = this.readValue();
      if (value === null) return null;
      attributes[name] = value;
    }
  }

  private readValue(): string | null {
    const { text } = this;
    const quote = text.charCodeAt(this.at);
    if (quote !== DOUBLE_QUOTE && quote !== SINGLE_QUOTE) return null;
    const begin = this.at + 1;
    let at = begin;
    let hasReference = false;
    let hasBreak = false;
    for (let code = text.charCodeAt(at); code !== quote; code = text.charCodeAt(++at)) {
      if (code === AMPERSAND) hasReference = true;
      else if (code === NEW_LINE || code === TAB) {
        hasBreak = true;
        if (code === NEW_LINE) this.line += 1;
      } else if (code === LESS || !(code >= SPACE && code < SURROGATES)) return null;
    }
    this.at = at + 1;
    const value = text.slice(begin, at);
    const plain = hasBreak ? value.replaceAll(/[\n\t]/g, ' ') : value;
    return hasReference ? resolve(plain) : plain;
  }

  private readName(): string | null {
    const { text, at: begin } = this;
    let code = text.charCodeAt(begin);
    if (!beginsName(code)) return null;
    let hash = 0;
    let at = begin;
    this.hasPrefix = false;
    for (; isInName(code); code = text.charCodeAt(++at)) {
      hash = (hash * 31 + code) & (NAMES - 1);
      if (code === COLON) this.hasPrefix = true;
    }
    this.at = at;
    const known = this.names[hash];
    if (known?.length === at - begin && isAt(text, begin, known)) return known;
    const name = toKey(text.slice(begin, at));
    this.names[hash] = name;
    return name;
  }

  private toLocalName(written: string): string {
    const known = this.localNames.get(written);
    if (known !== undefined) return known;
    const name = toKey(written.slice(written.indexOf(':') + 1));
    this.localNames.set(written, name);
    return name;
  }

  private skipBlanks(): void {
    for (let code = this.text.charCodeAt(this.at); isBlank(code); code = this.text.charCodeAt(++this.at)) {
      if (code === NEW_LINE) this.line += 1;
    }
  }
}

/**
 * Reads a text with line ends `\n` while it is plain XML: elements, attributes, texts, references and comments, names
 * of ASCII letters. Stops before the first thing that is not, right or wrong. Several times as fast as a reader of
 * everything.
 *
 * @returns the number of events told, `WHOLE` when nothing is left
 */
export function scanXml(text: string, handler: XmlHandler): number {
  const reader = new PlainReader(text, handler);
  return reader.read() ? WHOLE : reader.events;
}
