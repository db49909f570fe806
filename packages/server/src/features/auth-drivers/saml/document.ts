import { SaxesParser, type SaxesTagNS } from 'saxes';

/** Namespaces of SAML 2.0 and of XML signatures. */
export const NAMESPACES = {
  protocol: 'urn:oasis:names:tc:SAML:2.0:protocol',
  assertion: 'urn:oasis:names:tc:SAML:2.0:assertion',
  metadata: 'urn:oasis:names:tc:SAML:2.0:metadata',
  signature: 'http://www.w3.org/2000/09/xmldsig#',
} as const;

/** An element as it was written, without anything that a signature says of it. */
export interface Element {
  readonly name: string;
  readonly uri: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

/** A document is refused before anything is believed of it: what a service sends never looks like this. */
export class DocumentRefused extends Error {
  readonly reason: 'malformed' | 'forbidden';
  constructor(reason: DocumentRefused['reason'], what: string) {
    super(`a document of SAML is refused: ${what}`);
    this.reason = reason;
  }
}

/** No service needs more; entities of entities, and depth without end, stop here. */
const MAXIMUM = { depth: 40, elements: 20_000 };

const toElement = ({ local, uri, attributes }: SaxesTagNS): Element => ({
  name: local,
  uri,
  // By its whole name: an attribute of another namespace is another attribute.
  attributes: Object.fromEntries(Object.entries(attributes).map(([name, { value }]) => [name, value])),
  children: [],
  text: '',
});

/**
 * Reads XML of strangers: no definitions of types and entities, no instructions, no comments (two readers may see two names where one
 * stands between letters), no element that has the identity of another, nothing deep or without end. Throws `DocumentRefused`.
 * @param hasComments they are passed over, where nothing is compared with a name
 */
export function readDocument(xml: string, { hasComments = false } = {}): Element {
  const open: Element[] = [];
  const ids = new Set<string>();
  let root: Element | undefined;
  let count = 0;
  const parser = new SaxesParser({ xmlns: true });
  const refuse = (what: string) => () => {
    throw new DocumentRefused('forbidden', what);
  };
  parser.on('error', (error) => {
    throw new DocumentRefused('malformed', error.message);
  });
  parser.on('doctype', refuse('a definition of its type'));
  if (!hasComments) parser.on('comment', refuse('a comment'));
  parser.on('processinginstruction', refuse('an instruction'));
  parser.on('opentag', (tag) => {
    const element = toElement(tag);
    count += 1;
    if (count > MAXIMUM.elements || open.length >= MAXIMUM.depth) refuse('too deep, or too long')();
    for (const [name, value] of Object.entries(element.attributes)) {
      // Whoever signs refers to an element by it, in whatever capitals it is written.
      if (name.replace(/^.*:/, '').toLowerCase() !== 'id') continue;
      if (ids.has(value)) refuse('two elements with one ID')();
      ids.add(value);
    }
    open.at(-1)?.children.push(element);
    root ??= element;
    open.push(element);
  });
  const addText = (text: string) => {
    const element = open.at(-1);
    if (element) element.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => void open.pop());
  parser.write(xml).close();
  if (!root) throw new DocumentRefused('malformed', 'nothing');
  return root;
}

export const isOf = (element: Element, uri: string, name: string): boolean =>
  element.uri === uri && element.name === name;

export const childrenOf = (element: Element, uri: string, name: string): Element[] =>
  element.children.filter((child) => isOf(child, uri, name));

/** All elements below one, itself first. */
export function* within(element: Element): Generator<Element> {
  yield element;
  for (const child of element.children) yield* within(child);
}
