import type { SourceFile } from '@kreide/core/features/timetable-import';
import { SaxesParser } from 'saxes';
import { mendText } from '../tables/mend-text.ts';
import { decodeRaw, decodeStrictUtf8, readBom, unifyLineEnds } from '../tables/text.ts';
import { unreadable } from './findings.ts';
import { UnreadableFile } from './parser.ts';
import { MAX_XML_DEPTH, scanXml, WHOLE, type XmlAttributes, type XmlHandler } from './xml-scan.ts';

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
  readXmlText(file.name, decodeXml(file.bytes), handler);
}

function readXmlText(file: string, decoded: string, handler: XmlHandler): void {
  const text = dropLateDeclaration(decoded);
  if (text.trim() === '') throw unreadable(file, 'empty');
  const told = scanXml(unifyLineEnds(text), handler);
  if (told !== WHOLE) readAnyXml(file, text, handler, told);
}

/** Reads everything that XML may hold, and says what is wrong where it is not XML; the first `told` events are known. */
function readAnyXml(file: string, text: string, handler: XmlHandler, told: number): void {
  const parser = new SaxesParser();
  const path: string[] = [];
  const texts: string[] = [];
  let events = 0;
  let isEnding = false;

  parser.on('error', (error) => {
    const reason = isEnding ? 'xml_truncated' : 'xml_malformed';
    throw unreadable(file, reason, { line: parser.line, detail: toDetail(error) });
  });
  parser.on('doctype', () => {
    throw unreadable(file, 'xml_doctype', { line: parser.line });
  });
  parser.on('opentag', (tag) => {
    if (path.length >= MAX_XML_DEPTH) {
      throw unreadable(file, 'xml_too_deep', { line: parser.line, limit: MAX_XML_DEPTH });
    }
    path.push(toLocalName(tag.name));
    texts.push('');
    events += 1;
    if (events > told) handler.open?.(path.at(-1)!, tag.attributes, path, parser.line);
  });
  const addText = (part: string) => {
    if (texts.length > 0) texts[texts.length - 1] += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    events += 1;
    if (events > told) handler.close?.(path.at(-1)!, texts.at(-1)!, path, parser.line);
    path.pop();
    texts.pop();
  });

  // The one entity of web pages that exports of tables contain.
  parser.write(text.replaceAll('&nbsp;', '&#160;'));
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

/** Nearly every root stands in the first bytes; the others are enough for comments and instructions before it. */
const GREATER = 0x3e;
const ROOT_WITHIN_BYTES = [2048, 65_536];

/**
 * The root element of a possible XML file; only examines its beginning, so a broken end does not matter. Null when it
 * is not XML. Throws `UnreadableFile` (`xml_doctype`) when a DOCTYPE precedes the root.
 */
export function readXmlRoot(file: SourceFile): XmlRoot | null {
  for (const bytes of ROOT_WITHIN_BYTES) {
    const head = file.bytes.subarray(0, bytes);
    // No character is cut in two where a tag ends.
    const end = head.length < file.bytes.length ? head.lastIndexOf(GREATER) + 1 : 0;
    const root = readRootOf(file.name, decodeXml(end > 0 ? head.subarray(0, end) : head));
    if (root !== null || head.length === file.bytes.length) return root;
  }
  return null;
}

function readRootOf(file: string, text: string): XmlRoot | null {
  if (!/^\s*</.test(text)) return null;
  let root: XmlRoot | null = null;
  const found = new Error('root found');
  try {
    readXmlText(file, text, {
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
