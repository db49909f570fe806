import type { SourceFile } from '@kreide/core/features/timetable-import';
import { addChild, createNode, readXml, type XmlNode } from '../../xml.ts';
import { findChild } from '../../xml-node.ts';

/** One record of a section. */
export type UntisItem = XmlNode;

/** The sections of a document by name; pupils are never kept. */
export type UntisDocument = ReadonlyMap<string, UntisItem[]>;

const LEFT_OUT: ReadonlySet<string> = new Set([
  'students',
  'reductions',
  'reduction_reasons',
  'lesson_tables',
  'descriptions',
  'departments',
]);

/**
 * Reads the sections of an Untis XML export (docs/import-formats.md, Untis XML) in any order; unneeded ones are skipped
 * while reading, so that only the plan takes memory. Throws like `readXml`.
 */
export function readUntisDocument(file: SourceFile): UntisDocument {
  const sections = new Map<string, UntisItem[]>();
  const open: XmlNode[] = [];
  readXml(file, {
    open(name, attributes, path, line) {
      if (path.length === 2) sections.set(name, sections.get(name) ?? []);
      if (path.length < 3 || LEFT_OUT.has(path[1]!)) return;
      const node = createNode(name, attributes, line);
      if (path.length === 3) {
        const items = sections.get(path[1]!)!;
        items.push(node);
        open.push(node);
        return;
      }
      addChild(open.at(-1)!, node);
      open.push(node);
    },
    close(_name, text, path) {
      if (path.length < 3 || LEFT_OUT.has(path[1]!)) return;
      open.pop()!.text = text;
    },
  });
  return sections;
}

/** The `id` of a referring child (`<lesson_subject id="SU_M"/>`); empty without one. */
export function readReference(node: XmlNode, name: string): string {
  return findChild(node, name)?.attributes.id ?? '';
}

/** The text of one record of the section `general`. */
export function readGeneral(document: UntisDocument, name: string): string | null {
  const text = (document.get('general') ?? []).find((item) => item.name === name)?.text ?? '';
  return text.trim() === '' ? null : text.trim();
}
