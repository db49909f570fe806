import { MAX_CODE_LENGTH, MAX_TEXT_LENGTH } from './plan.ts';
import type { XmlNode } from './xml.ts';

/** The first child with that name. */
export function findChild(node: XmlNode, name: string): XmlNode | null {
  return node.children.find((child) => child.name === name) ?? null;
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

/**
 * True when an attribute or a text of the node or its children is longer than any real one: the limit is that of codes,
 * for the children in `notes` that of texts.
 */
export function hasLongText(node: XmlNode, notes: readonly string[] = ['longname', 'surname', 'forename']): boolean {
  const isLong = (value: string | undefined, limit: number) => (value?.trim().length ?? 0) > limit;
  return [node, ...node.children].some(
    (part) =>
      isLong(part.text, notes.includes(part.name) ? MAX_TEXT_LENGTH : MAX_CODE_LENGTH) ||
      Object.values(part.attributes).some((value) => isLong(value, MAX_CODE_LENGTH)),
  );
}

/** True when one of the codes is longer than any real one. */
export function hasLongCode(...lists: (readonly string[])[]): boolean {
  return lists.flat().some((code) => code.length > MAX_CODE_LENGTH);
}
