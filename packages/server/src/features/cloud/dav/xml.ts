import type { Readable } from 'node:stream';
import { ApiError } from '@kreide/core/kernel';
import { SaxesParser } from 'saxes';

/** The namespace of the protocol. */
export const DAV = 'DAV:';

/** Most bytes of a body that is XML, how deep it goes, and most elements of it: no program sends more. */
const MAXIMUM = { bytes: 65_536, depth: 40, elements: 2000 };

interface XmlAttribute {
  readonly uri: string;
  readonly local: string;
  readonly value: string;
}

/** An element with its namespace; its children in their order, text among them. */
export interface XmlElement {
  readonly uri: string;
  readonly local: string;
  readonly attributes: readonly XmlAttribute[];
  readonly children: (XmlElement | string)[];
}

const malformed = (cause?: unknown) => new ApiError({ code: 'malformed', cause });

/** Reads a body: no definitions of types, so that no entity can be declared, nothing deep or without end. Throws `malformed`. */
export function parseXml(text: string): XmlElement {
  const open: XmlElement[] = [];
  let root: XmlElement | undefined;
  let count = 0;
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw malformed(error);
  });
  parser.on('doctype', () => {
    throw malformed();
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    count += 1;
    if (count > MAXIMUM.elements || open.length >= MAXIMUM.depth) throw malformed();
    const kept = Object.values(attributes).filter(({ name, prefix }) => name !== 'xmlns' && prefix !== 'xmlns');
    const element = {
      uri,
      local,
      attributes: kept.map((one) => ({ uri: one.uri, local: one.local, value: one.value })),
      children: [],
    };
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (part: string) => void open.at(-1)?.children.push(part);
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  if (!root) throw malformed();
  return root;
}

/** The body of a call as text; null: there is none. Throws `too_large`, and `malformed` where it is no UTF-8. */
async function readText(body: unknown): Promise<string | null> {
  if (body === null || body === undefined) return null;
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as Readable) {
    bytes += (chunk as Buffer).length;
    if (bytes > MAXIMUM.bytes) throw new ApiError({ code: 'too_large', params: { maximum: MAXIMUM.bytes } });
    chunks.push(chunk as Buffer);
  }
  if (bytes === 0) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw malformed(cause);
  }
}

export async function readXml(body: unknown): Promise<XmlElement | null> {
  const text = await readText(body);
  return text === null ? null : parseXml(text);
}

export const isOf = (one: XmlElement | string, local: string): one is XmlElement =>
  typeof one !== 'string' && one.uri === DAV && one.local === local;

export const elementsOf = ({ children }: XmlElement): XmlElement[] =>
  children.filter((one): one is XmlElement => typeof one !== 'string');

export const childOf = (element: XmlElement, local: string): XmlElement | undefined =>
  elementsOf(element).find((one) => isOf(one, local));

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' };

/** Text as it stands in XML; what XML cannot hold is left out. */
export const escapeXml = (text: string): string =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML holds none of them.
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"\r]/g, (sign) => SIGNS[sign] ?? sign);

const XML = 'http://www.w3.org/XML/1998/namespace';

/** An element as text that stands anywhere: it names each namespace that it needs. */
export function writeXml({ uri, local, attributes, children }: XmlElement): string {
  const said = attributes.map((one, at) => {
    const value = `"${escapeXml(one.value)}"`;
    if (one.uri === '') return ` ${one.local}=${value}`;
    return one.uri === XML
      ? ` xml:${one.local}=${value}`
      : ` xmlns:a${at}="${escapeXml(one.uri)}" a${at}:${one.local}=${value}`;
  });
  const inner = children.map((one) => (typeof one === 'string' ? escapeXml(one) : writeXml(one))).join('');
  const head = `${local} xmlns="${escapeXml(uri)}"${said.join('')}`;
  return inner === '' ? `<${head}/>` : `<${head}>${inner}</${local}>`;
}

export const XML_HEAD = '<?xml version="1.0" encoding="utf-8"?>';
