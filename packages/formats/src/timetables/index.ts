export { isAccess } from './access/index.ts';
export { detectParser } from './detect.ts';
export { warnOfEncoding } from './encoding.ts';
export { createFindings } from './findings.ts';
export { type Parser, UndecidedReading, UnreadableFile } from './parser.ts';
export { parsers } from './parsers.ts';
export { limitPlan } from './plan-limits.ts';
export { unpack } from './unpack.ts';
