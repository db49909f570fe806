import type { Parser } from '../parser.ts';
import { ascParser } from './asc/index.ts';
import { csvParser } from './csv/index.ts';
import { indiwareParser } from './indiware/index.ts';
import { untisGpuParser, untisXmlParser } from './untis/index.ts';

/** All parsers; register new ones here. Order does not matter: the content of the files decides. */
export const parsers: readonly Parser[] = [ascParser, csvParser, indiwareParser, untisGpuParser, untisXmlParser];
