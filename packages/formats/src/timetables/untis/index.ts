import type { Parser } from '../parser.ts';
import { isGpn, parseGpn } from './gpn/plan.ts';
import { readGpuFile } from './gpu/kinds.ts';
import { parseGpu } from './gpu/plan.ts';
import { isUntisXml, parseUntisXml } from './xml/plan.ts';

/** Untis text exports ("GPU", "DIF"): GPU001 to GPU006, GPU009, GPU014, GPU017 and GPU018, together or alone. */
export const untisGpuParser: Parser = {
  formats: ['untis-gpu'],
  recognise(files) {
    const read = files.map(readGpuFile);
    const known = read.filter((file) => file !== null && file !== 'ignored').length;
    if (known === 0) return 0;
    return read.includes(null) ? 0.4 : 0.9;
  },
  parse: parseGpu,
};

/** The Untis XML export (`document` in the namespace of the vendor's XmlInterface), versions 3.x. */
export const untisXmlParser: Parser = {
  formats: ['untis-xml'],
  recognise: (files) => (files.some((file) => isUntisXml(file)) ? 1 : 0),
  parse: parseUntisXml,
};

/** The project file of Untis (`.gpn`), as far as its format is known. */
export const untisGpnParser: Parser = {
  formats: ['untis-gpn'],
  asks: ['periods', 'days'],
  recognise: (files) => (files.length > 0 && files.every(isGpn) ? 1 : 0),
  parse: parseGpn,
};
