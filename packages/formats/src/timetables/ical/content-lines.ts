import type { SourceFile } from '@kreide/core/features/timetable-import';
import { decodeText, unifyLineEnds } from '../../tables/text.ts';
import { remember } from '../remember.ts';

/** A property of an iCalendar file: `DTSTART;TZID=Europe/Berlin:20260907T080000`. */
export interface ContentLine {
  name: string;
  params: Readonly<Record<string, string | undefined>>;
  /** Not unescaped. */
  value: string;
  /** 1-based, of its first line. */
  line: number;
}

/** Parts at a sign outside of double quotes. */
function splitOutside(text: string, sign: string, limit = Number.POSITIVE_INFINITY): string[] {
  if (!text.includes('"')) {
    const at = limit === 2 ? text.indexOf(sign) : -1;
    if (limit === 2) return at < 0 ? [text] : [text.slice(0, at), text.slice(at + 1)];
    if (limit === Number.POSITIVE_INFINITY) return text.split(sign);
  }
  const parts: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < text.length && parts.length < limit - 1; at++) {
    if (text[at] === '"') isQuoted = !isQuoted;
    else if (text[at] === sign && !isQuoted) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  parts.push(text.slice(from));
  return parts;
}

type Head = Pick<ContentLine, 'name' | 'params'>;
const NO_HEAD: Head = { name: '', params: {} };

/** The name and the parameters before a colon. */
function readHead(head: string): Head {
  const [name = '', ...parts] = splitOutside(head, ';');
  const params = Object.fromEntries(
    parts.map((part) => {
      const [key = '', ...rest] = part.split('=');
      return [key.toUpperCase(), rest.join('=').replace(/^"|"$/g, '')];
    }),
  );
  return { name: name.trim().toUpperCase(), params };
}

/** The events of a calendar begin their lines alike. */
const headOf = remember(readHead, { longest: 80 });

function toLine(text: string, line: number): ContentLine {
  const colon = text.indexOf(':');
  const begin = text.slice(0, Math.max(colon, 0));
  if (colon >= 0 && !begin.includes('"')) {
    const { name, params } = headOf(begin);
    return { name, params, value: text.slice(colon + 1), line };
  }
  const [head = '', value] = splitOutside(text, ':', 2);
  const { name, params } = value === undefined ? NO_HEAD : readHead(head);
  return { name, params, value: value ?? text, line };
}

/** Files of another kind than most, which end their lines with both signs. */
const LONE_RETURN = /\r(?!\n)/;

function endOf(text: string, begin: number): number {
  const end = text.indexOf('\n', begin);
  return end < 0 ? text.length : end;
}

/** A line to its line feed, without the return before it. */
function withoutReturn(text: string, begin: number, end: number): string {
  return text.slice(begin, end > begin && text.charCodeAt(end - 1) === 13 ? end - 1 : end);
}

/** A blank in front: the line before goes on. */
function isFolded(text: string, begin: number): boolean {
  const code = text.charCodeAt(begin);
  return code === 32 || code === 9;
}

const HEAD_BYTES = 4096;

export function isCalendar(file: SourceFile): boolean {
  return /^BEGIN:VCALENDAR/i.test(decodeText(file.bytes.subarray(0, HEAD_BYTES)).text.trimStart());
}

/**
 * A file with folds behind the letters that they cut: lines are folded after so many bytes, wherever that is (RFC 5545 §3.1).
 * The lines stay as many as they are.
 */
export function mendFolds(bytes: Uint8Array): Uint8Array {
  const isRest = (at: number) => (bytes[at]! & 0xc0) === 0x80;
  const isCut = (at: number) => (bytes[at + 1] === 0x20 || bytes[at + 1] === 0x09) && isRest(at + 2);
  let mended: Uint8Array | null = null;
  for (let at = bytes.indexOf(0x0a); at >= 0; at = bytes.indexOf(0x0a, at + 1)) {
    if (at + 2 >= bytes.length || !isCut(at)) continue;
    mended ??= new Uint8Array(bytes);
    const begin = bytes[at - 1] === 0x0d ? at - 1 : at;
    let end = at + 2;
    while (end < bytes.length && isRest(end)) end += 1;
    mended.set(bytes.subarray(at + 2, end), begin);
    mended.set(bytes.subarray(begin, at + 2), begin + end - at - 2);
  }
  return mended ?? bytes;
}

/** All properties, unfolded; a line that is none has an empty name. */
export function readContentLines(text: string): ContentLine[] {
  const lines: ContentLine[] = [];
  const unified = LONE_RETURN.test(text) ? unifyLineEnds(text) : text;
  let number = 0;
  for (let at = 0; at <= unified.length; ) {
    number += 1;
    const first = number;
    let end = endOf(unified, at);
    let whole = withoutReturn(unified, at, end);
    at = end + 1;
    // An event may go on for a hundred thousand lines.
    let more: string[] | null = null;
    for (; at <= unified.length && isFolded(unified, at); at = end + 1) {
      number += 1;
      end = endOf(unified, at);
      more ??= [whole];
      more.push(withoutReturn(unified, at + 1, end));
    }
    if (more) whole = more.join('');
    if (whole.trim() !== '') lines.push(toLine(whole, first));
  }
  return lines;
}

const ESCAPES: Record<string, string> = { n: '\n', N: '\n' };

/** `a\, b\nc` in plain characters. */
export function unescapeText(value: string): string {
  return !value.includes('\\') ? value : value.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}
