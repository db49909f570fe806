import type { SourceFile } from '@kreide/core/features/timetable-import';
import { SaxesParser } from 'saxes';
import { mendText } from '../../../kernel/tables/mend-text.ts';
import { decodeRaw, decodeStrictUtf8, readBom } from '../../../kernel/tables/text.ts';
import { unreadable } from '../findings.ts';
import { UnreadableFile } from '../parser.ts';

/** Maximum nesting of elements; timetable files need fewer than ten levels. */
export const MAX_XML_DEPTH = 64;

/** Attribute values by name, with prefixes; no prototype. */
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

/** An element with its content. */
export interface XmlNode {
  name: string;
  attributes: XmlAttributes;
  children: XmlNode[];
  /** The text directly inside, not trimmed. */
  text: string;
  /** 1-based line on which its start tag ends. */
  line: number;
}

const DECLARATION = /^\s*<\?xml[^>]*?encoding\s*=\s*["']([A-Za-z0-9._:-]+)["']/;

function toDecoder(label: string): TextDecoder | null {
  try {
    return new TextDecoder(label);
  } catch {
    return null;
  }
}

/**
 * Decodes XML bytes (docs/import-formats.md, Encodings and delimiters): a byte order mark overrides the declaration; a
 * declared single-byte encoding is ignored when the bytes are valid UTF-8 with at least one multi-byte sequence; a
 * declared but invalid UTF-8 is read as Windows-1252. Never fails.
 */
export function decodeXmlRaw(bytes: Uint8Array): string {
  if (readBom(bytes)) return decodeRaw(bytes).text;
  const head = new TextDecoder('windows-1252').decode(bytes.subarray(0, 256));
  const label = DECLARATION.exec(head)?.[1]?.toLowerCase();
  if (label === undefined || label.startsWith('utf')) return decodeRaw(bytes).text;
  const utf8 = decodeStrictUtf8(bytes);
  if (utf8 !== null) return utf8;
  return toDecoder(label)?.decode(bytes) ?? decodeRaw(bytes).text;
}

/** The text of an XML file, with what is certainly wrong about it corrected (`mendText`). */
export function decodeXml(bytes: Uint8Array): string {
  return mendText(decodeXmlRaw(bytes)).text;
}

function toLocalName(name: string): string {
  const colon = name.indexOf(':');
  return colon < 0 ? name : name.slice(colon + 1);
}

// saxes puts the position in front of every message: "12:3: unclosed tag: x".
function toDetail(error: Error): string {
  return error.message.replace(/^[^ ]*\d+:\d+: /, '').slice(0, 200);
}

/** Blank lines before the declaration are common in hand-made files but forbidden in XML; line numbers are kept. */
function dropLateDeclaration(text: string): string {
  return text.replace(/^(\s+)<\?xml[^>]*\?>/, '$1');
}

/**
 * Reads an XML file from start to end, calling the handler. No DTD (a DOCTYPE is rejected, so no entity can be
 * declared), only the five predefined entities, `&nbsp;` and character references, at most 64 levels. Throws `UnreadableFile`
 * with the line: `xml_malformed`, `xml_truncated`, `xml_doctype`, `xml_too_deep`, `empty`. Errors of the handler are
 * passed through.
 */
export function readXml(file: SourceFile, handler: XmlHandler): void {
  const text = decodeXml(file.bytes);
  if (text.trim() === '') throw unreadable(file.name, 'empty');
  const parser = new SaxesParser();
  const path: string[] = [];
  const texts: string[] = [];
  // The reader makes each name anew. As the key of an object it is the same text as in our code: compared in one step.
  const names = new Map<string, string>();
  let isEnding = false;
  const onClose = handler.close?.bind(handler);
  const onOpen = handler.open?.bind(handler);

  parser.on('error', (error) => {
    const reason = isEnding ? 'xml_truncated' : 'xml_malformed';
    throw unreadable(file.name, reason, { line: parser.line, detail: toDetail(error) });
  });
  parser.on('doctype', () => {
    throw unreadable(file.name, 'xml_doctype', { line: parser.line });
  });
  parser.on('opentag', (tag) => {
    if (path.length >= MAX_XML_DEPTH) {
      throw unreadable(file.name, 'xml_too_deep', { line: parser.line, limit: MAX_XML_DEPTH });
    }
    let name = names.get(tag.name);
    if (name === undefined) {
      [name = ''] = Object.keys({ [toLocalName(tag.name)]: 0 });
      names.set(tag.name, name);
    }
    path.push(name);
    texts.push('');
    onOpen?.(name, tag.attributes, path, parser.line);
  });
  if (onClose) {
    const addText = (part: string) => {
      if (texts.length > 0) texts[texts.length - 1] += part;
    };
    parser.on('text', addText);
    parser.on('cdata', addText);
  }
  parser.on('closetag', () => {
    onClose?.(path.at(-1)!, texts.at(-1)!, path, parser.line);
    path.pop();
    texts.pop();
  });

  // The one entity of web pages that exports of tables contain.
  parser.write(dropLateDeclaration(text).replaceAll('&nbsp;', '&#160;'));
  isEnding = true;
  parser.close();
}

/** Shared by the many elements that hold a text only: nothing is pushed to it. */
const NO_CHILDREN: XmlNode[] = [];

/** An element without content yet. */
export function createNode(name: string, attributes: XmlAttributes, line: number): XmlNode {
  return { name, attributes, children: NO_CHILDREN, text: '', line };
}

/** Adds an element to the one that it stands in. */
export function addChild(parent: XmlNode, child: XmlNode): void {
  if (parent.children === NO_CHILDREN) parent.children = [child];
  else parent.children.push(child);
}

/** The whole file as a tree; for files of a few megabytes whose elements need each other. Throws like `readXml`. */
export function readXmlTree(file: SourceFile): XmlNode {
  const open: XmlNode[] = [];
  let root: XmlNode | null = null;
  readXml(file, {
    open(name, attributes, _path, line) {
      const node = createNode(name, attributes, line);
      const parent = open.at(-1);
      if (parent) addChild(parent, node);
      root ??= node;
      open.push(node);
    },
    close(_name, text) {
      const node = open.pop();
      if (node) node.text = text;
    },
  });
  if (root === null) throw unreadable(file.name, 'empty');
  return root;
}

/** The root's start tag. */
export interface XmlRoot {
  name: string;
  /** The namespace of the root; empty without one. */
  namespace: string;
  attributes: XmlAttributes;
}

/** Enough for comments and processing instructions before the root. */
const ROOT_WITHIN_BYTES = 65_536;

/**
 * The root element of a possible XML file; only examines its beginning, so a broken end does not matter. Null when it
 * is not XML. Throws `UnreadableFile` (`xml_doctype`) when a DOCTYPE precedes the root.
 */
export function readXmlRoot(file: SourceFile): XmlRoot | null {
  const head = { name: file.name, bytes: file.bytes.subarray(0, ROOT_WITHIN_BYTES) };
  if (!/^\s*</.test(decodeXml(head.bytes))) return null;
  let root: XmlRoot | null = null;
  const found = new Error('root found');
  try {
    readXml(head, {
      open(name, attributes, _path) {
        const own = Object.entries(attributes).find(([key]) => key === 'xmlns');
        const prefixed = Object.entries(attributes).find(([key]) => key.startsWith('xmlns:'));
        root = { name, namespace: own?.[1] ?? prefixed?.[1] ?? '', attributes };
        throw found;
      },
    });
  } catch (error) {
    if (error === found) return root;
    if (error instanceof UnreadableFile && error.reason === 'xml_doctype') throw error;
  }
  return null;
}
