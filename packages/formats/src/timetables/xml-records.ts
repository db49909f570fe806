import type { SourceFile } from '@kreide/core/features/timetable-import';
import { addChild, createNode, readXml, type XmlNode } from './xml.ts';

/**
 * Reads only the wanted elements of an XML file, by name and in the order of the file, with everything inside but the
 * skipped ones: constraints, most of a planner's file, are passed over without keeping them.
 */
export function readRecords(
  file: SourceFile,
  wanted: ReadonlySet<string>,
  skipped: ReadonlySet<string> = new Set(),
): ReadonlyMap<string, readonly XmlNode[]> {
  const records = new Map<string, XmlNode[]>([...wanted].map((name) => [name, []]));
  const open: XmlNode[] = [];
  let skippedDepth = 0;
  readXml(file, {
    open(name, attributes, path, line) {
      if (skippedDepth > 0) return;
      const parent = open.at(-1);
      if (parent && skipped.has(name)) {
        skippedDepth = path.length;
        return;
      }
      if (!parent && !wanted.has(name)) return;
      const node = createNode(name, attributes, line);
      if (parent) addChild(parent, node);
      else records.get(name)?.push(node);
      open.push(node);
    },
    close(_name, text, path) {
      if (skippedDepth > 0) {
        if (path.length === skippedDepth) skippedDepth = 0;
        return;
      }
      const node = open.pop();
      if (node) node.text = text;
    },
  });
  return records;
}
