import { Buffer } from 'node:buffer';
import type { ParsedPlan, ParseOptions, SourceFile } from '@kreide/core/features/timetable-import';
import { unreadable } from '../findings.ts';
import type { Parser } from '../parser.ts';
import { readXmlRoot, readXmlTree, type XmlNode } from '../xml.ts';
import { parseChanges } from './changes.ts';
import { parseDayPlan } from './day-plan.ts';
import { mergeDays } from './merge-days.ts';
import { parseRegularPlan } from './regular-plan.ts';

type ReadPlan = (root: XmlNode, file: SourceFile, options: ParseOptions) => ParsedPlan;

/** The format of each root element. */
const READERS: Readonly<Record<string, ReadPlan>> = {
  splan: parseRegularPlan,
  VpMobil: parseDayPlan,
  WplanVp: parseDayPlan,
  vp: parseChanges,
};

/** Some schools' files write an empty cell as the letters `&nbsp;`. */
function withoutNbsp(node: XmlNode): XmlNode {
  if (node.text.includes('&nbsp;')) node.text = node.text.replaceAll('&nbsp;', ' ');
  for (const child of node.children) withoutNbsp(child);
  return node;
}

function parseOne(file: SourceFile, options: ParseOptions): ParsedPlan {
  const root = readXmlRoot(file)?.name ?? '';
  const read = Object.hasOwn(READERS, root) ? READERS[root] : undefined;
  // The published page is made for people: columns depend on the school, and the program exports the same data as XML.
  if (root.toLowerCase() === 'html') throw unreadable(file.name, 'unsupported_format', { format: 'HTML' });
  const tree = readXmlTree(file);
  // In bytes, which is quick; zeros are those of UTF-16, where the word stands otherwise.
  if (
    file.bytes.includes(0) ||
    Buffer.from(file.bytes.buffer, file.bytes.byteOffset, file.bytes.length).includes('nbsp')
  )
    withoutNbsp(tree);
  if (!read) throw unreadable(file.name, 'wrong_root');
  return read(tree, file, options);
}

/** A weekly plan is one file; plans of days, or lists of changes, may be several. */
function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const read = files.map((file) => ({ file, plan: parseOne(file, options) }));
  const [first, ...others] = read;
  if (!first) throw unreadable('', 'no_files');
  if (others.length === 0) return first.plan;
  for (const { file, plan } of read) {
    const isWhole = plan.format === 'indiware-splan' || plan.format !== first.plan.format;
    const other = file === first.file ? others[0]!.file : first.file;
    if (isWhole) throw unreadable(file.name, 'one_file_only', { other: other.name });
  }
  return mergeDays(read);
}

/** Indiware: the regular plan (`splan`), the plan of one day (`VpMobil`, `WplanVp`) and changes only (`vp`). */
export const indiwareParser: Parser = {
  formats: ['indiware-splan', 'indiware-vpmobil', 'indiware-vp'],
  recognise: (files) => (files.some((file) => Object.hasOwn(READERS, readXmlRoot(file)?.name ?? '')) ? 1 : 0),
  parse,
};
