import { Buffer } from 'node:buffer';
import type { SourceFile } from '@kreide/core/features/timetable-import';
import { decodeText, readBom } from '../tables/text.ts';
import { accessParser, isAccess } from './access/index.ts';
import { davinciHtmlParser, isDavinciPage } from './davinci/html.ts';
import { unreadable } from './findings.ts';
import type { Parser } from './parser.ts';

/** A parser that is less certain than this is not a candidate. */
const MIN_CONFIDENCE = 0.5;
/** Two parsers with a smaller difference are equally certain. */
const TIE = 0.05;
/** This much of a file's beginning is examined. */
const HEAD_BYTES = 4096;

function startsWith(bytes: Uint8Array, offset: number, signature: string): boolean {
  return Buffer.from(bytes.subarray(offset, offset + signature.length)).toString('latin1') === signature;
}

/** NUL outside UTF-16, or more control characters than a text export has by accident. */
function looksBinary(file: SourceFile): boolean {
  const { text, encoding } = decodeText(file.bytes.subarray(0, HEAD_BYTES));
  if (!encoding.startsWith('utf-16') && file.bytes.includes(0)) return true;
  const strange = text.match(/(?![\t\n\f\r])\p{Cc}/gu)?.length ?? 0;
  return strange > text.length / 100;
}

/** Throws for what is certainly no readable timetable file, naming its format. */
function refuseForeign(file: SourceFile, parsers: readonly Parser[]): void {
  const { bytes, name } = file;
  const content = bytes.length - (readBom(bytes)?.length ?? 0);
  if (content === 0) throw unreadable(name, 'empty');
  if (isAccess(file)) {
    if (parsers.includes(accessParser)) return;
    throw unreadable(name, 'access_database');
  }
  if (startsWith(bytes, 0, '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1')) throw unreadable(name, 'spreadsheet');
  if (startsWith(bytes, 0, '%PDF-')) throw unreadable(name, 'unsupported_format', { format: 'PDF' });
  const head = decodeText(bytes.subarray(0, HEAD_BYTES)).text.trimStart();
  // HTML has a DOCTYPE too: name the format instead of its XML errors.
  if (/^<!doctype html|^<html/i.test(head) && !isDavinciPage(file))
    throw unreadable(name, 'unsupported_format', { format: 'HTML' });
  if (looksBinary(file)) throw unreadable(name, 'binary');
  if (head === '' && bytes.length <= HEAD_BYTES) throw unreadable(name, 'empty');
}

/** The name of a known format without a parser; null for an unknown one. */
function nameForeignFormat(file: SourceFile): string | null {
  const head = decodeText(file.bytes.subarray(0, HEAD_BYTES)).text.trimStart();
  if (/^[{[]/.test(head)) {
    if (/"jsonrpc"/.test(head) || /"(kl|te|su|ro)"\s*:/.test(head)) return 'WebUntis JSON';
    return 'JSON';
  }
  return null;
}

/** The parsers that accept a file, the most certain ones only. */
function toCandidates(file: SourceFile, parsers: readonly Parser[]): Parser[] {
  // A page is no XML: nobody else may look at it.
  const sure = (isDavinciPage(file) ? parsers.filter((one) => one === davinciHtmlParser) : parsers)
    .map((parser) => ({ parser, confidence: parser.recognise([file]) }))
    .filter(({ confidence }) => confidence >= MIN_CONFIDENCE)
    .sort((a, b) => b.confidence - a.confidence);
  const best = sure[0]?.confidence ?? 0;
  return sure.filter(({ confidence }) => best - confidence < TIE).map(({ parser }) => parser);
}

function nameFormats(parsers: readonly Parser[]): string {
  return parsers.flatMap((parser) => parser.formats.slice(0, 1)).join(', ');
}

/** Throws for a file that no parser accepts. */
function refuseUnclaimed(file: SourceFile): never {
  const format = nameForeignFormat(file);
  if (format === null) throw unreadable(file.name, 'unknown_format');
  throw unreadable(file.name, 'unsupported_format', { format });
}

/**
 * The one parser for all files of an upload, by content (docs/import-formats.md, How a file is recognised). A file that
 * no parser recognises alone passes when the parser of the others accepts them together (exports have side files).
 * Throws `UnreadableFile`: `empty`, `binary`, `spreadsheet`, `access_database`, `xml_doctype`, `unsupported_format`
 * (known, not readable), `unknown_format`, `two_candidates` (ambiguous), `sources_contradict` (files of different
 * programs in one upload).
 */
export function detectParser(files: readonly SourceFile[], parsers: readonly Parser[]): Parser {
  let chosen: { parser: Parser; file: SourceFile } | null = null;
  let unclaimed: SourceFile | null = null;
  for (const file of files) {
    refuseForeign(file, parsers);
    const candidates = toCandidates(file, parsers);
    const [parser, rival] = candidates;
    if (!parser) {
      unclaimed ??= file;
      continue;
    }
    if (rival) throw unreadable(file.name, 'two_candidates', { formats: nameFormats(candidates) });
    if (chosen && chosen.parser !== parser) {
      throw unreadable(file.name, 'sources_contradict', { other: chosen.file.name });
    }
    chosen ??= { parser, file };
  }
  if (unclaimed && (chosen === null || chosen.parser.recognise(files) < MIN_CONFIDENCE)) refuseUnclaimed(unclaimed);
  if (chosen === null) throw unreadable('', 'no_files');
  return chosen.parser;
}
