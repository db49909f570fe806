import { accessParser } from './access/index.ts';
import { ascParser } from './asc/index.ts';
import { csvParser } from './csv/index.ts';
import { davinciHtmlParser } from './davinci/html.ts';
import { davinciParser } from './davinci/index.ts';
import { sdtfParser } from './davinci/sdtf.ts';
import { fetParser } from './fet/index.ts';
import { icalParser } from './ical/index.ts';
import { indiwareParser } from './indiware/index.ts';
import type { Parser } from './parser.ts';
import { untisGpnParser, untisGpuParser, untisXmlParser } from './untis/index.ts';
import { webuntisParser } from './webuntis/index.ts';
import { xhsttParser } from './xhstt/index.ts';

/** All parsers; register new ones here. Order does not matter: the content of the files decides. */
export const parsers: readonly Parser[] = [
  accessParser,
  ascParser,
  csvParser,
  davinciHtmlParser,
  davinciParser,
  fetParser,
  icalParser,
  indiwareParser,
  sdtfParser,
  untisGpnParser,
  untisGpuParser,
  untisXmlParser,
  webuntisParser,
  xhsttParser,
];
