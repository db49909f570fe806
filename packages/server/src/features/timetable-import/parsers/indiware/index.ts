import type { ParsedPlan, ParseOptions, SourceFile } from '@kreide/core/features/timetable-import';
import { unreadable } from '../../findings.ts';
import type { Parser } from '../../parser.ts';
import { readXmlRoot, readXmlTree, type XmlNode } from '../xml.ts';
import { parseChanges } from './changes.ts';
import { parseDayPlan } from './day-plan.ts';
import { parseRegularPlan } from './regular-plan.ts';

type ReadPlan = (root: XmlNode, file: SourceFile, options: ParseOptions) => ParsedPlan;

/** The format of each root element. */
const READERS: Readonly<Record<string, ReadPlan>> = {
  splan: parseRegularPlan,
  VpMobil: parseDayPlan,
  WplanVp: parseDayPlan,
  vp: parseChanges,
};

function parse(files: readonly SourceFile[], options: ParseOptions): ParsedPlan {
  const [file, other] = files;
  if (!file) throw unreadable('', 'no_files');
  // Each file is a complete statement about its days or weeks.
  if (other) throw unreadable(other.name, 'one_file_only', { other: file.name });
  const root = readXmlRoot(file)?.name ?? '';
  const read = Object.hasOwn(READERS, root) ? READERS[root] : undefined;
  // The published page is made for people: columns depend on the school, and the program exports the same data as XML.
  if (root.toLowerCase() === 'html') throw unreadable(file.name, 'unsupported_format', { format: 'HTML' });
  const tree = readXmlTree(file);
  if (!read) throw unreadable(file.name, 'wrong_root');
  return read(tree, file, options);
}

/** Indiware: the regular plan (`splan`), the plan of one day (`VpMobil`, `WplanVp`) and changes only (`vp`). */
export const indiwareParser: Parser = {
  formats: ['indiware-splan', 'indiware-vpmobil', 'indiware-vp'],
  recognise: (files) => (files.some((file) => Object.hasOwn(READERS, readXmlRoot(file)?.name ?? '')) ? 1 : 0),
  parse,
};
