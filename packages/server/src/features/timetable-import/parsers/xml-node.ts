import type { XmlNode } from './xml.ts';

/** The first child of that name. */
export function findChild(node: XmlNode, name: string): XmlNode | null {
  return node.children.find((child) => child.name === name) ?? null;
}

/** The node at the end of a path of child names; null when one of them is missing. */
export function findPath(node: XmlNode, ...names: string[]): XmlNode | null {
  return names.reduce<XmlNode | null>((at, name) => (at ? findChild(at, name) : null), node);
}

/** Every child of that name. */
export function listChildren(node: XmlNode | null, name: string): XmlNode[] {
  return node ? node.children.filter((child) => child.name === name) : [];
}

/** The text of a child, null when it is missing or blank; blanks inside and around stay. */
export function readText(node: XmlNode, name: string): string | null {
  const text = findChild(node, name)?.text ?? '';
  return text.trim() === '' ? null : text;
}
