import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH } from './plan.ts';
import type { XmlNode } from './xml.ts';
import { NO_ATTRIBUTES } from './xml-scan.ts';

/** The first child with that name. */
export function findChild(node: XmlNode, name: string): XmlNode | null {
  for (const child of node.children) if (child.name === name) return child;
  return null;
}

/** The node at the end of a path of child names; null when one of them is missing. */
export function findPath(node: XmlNode, ...names: string[]): XmlNode | null {
  return names.reduce<XmlNode | null>((at, name) => (at ? findChild(at, name) : null), node);
}

/** Every child with that name. */
export function listChildren(node: XmlNode | null, name: string): XmlNode[] {
  return node ? node.children.filter((child) => child.name === name) : [];
}

/** The text of a child, null when it is missing or blank; not trimmed. */
export function readText(node: XmlNode, name: string): string | null {
  const text = findChild(node, name)?.text ?? '';
  return text.trim() === '' ? null : text;
}

// The length first: nearly every text is short, and is not copied to be trimmed then.
const isLong = (value: string | undefined, limit: number) =>
  value !== undefined && value.length > limit && value.trim().length > limit;

function isLongItself({ name, text, attributes }: XmlNode, notes: readonly string[]): boolean {
  if (attributes !== NO_ATTRIBUTES) {
    for (const key in attributes) if (isLong(attributes[key], MAX_CODE_LENGTH)) return true;
  }
  return isLong(text, MAX_CODE_LENGTH) && (!notes.includes(name) || isLong(text, MAX_TEXT_LENGTH));
}

const NAMES_OF_PEOPLE = ['longname', 'surname', 'forename'];

/**
 * True when an attribute or a text of the node or its children is longer than any real one: the limit is that of codes,
 * for the children in `notes` that of texts.
 */
export function hasLongText(node: XmlNode, notes: readonly string[] = NAMES_OF_PEOPLE): boolean {
  if (isLongItself(node, notes)) return true;
  for (const child of node.children) if (isLongItself(child, notes)) return true;
  return false;
}

/** True when one of the codes is longer than any real one. */
export function hasLongCode(...lists: (readonly string[])[]): boolean {
  for (const list of lists) for (const code of list) if (code.length > MAX_CODE_LENGTH) return true;
  return false;
}
