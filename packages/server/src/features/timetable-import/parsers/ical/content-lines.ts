import { unifyLineEnds } from '../../../../kernel/tables/text.ts';

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

function toLine(text: string, line: number): ContentLine {
  // Most lines have no parameters.
  const plain = /^[A-Za-z0-9-]+:/.exec(text);
  if (plain) {
    const [head] = plain;
    return { name: head.slice(0, -1).toUpperCase(), params: {}, value: text.slice(head.length), line };
  }
  const [head = '', value] = splitOutside(text, ':', 2);
  if (value === undefined) return { name: '', params: {}, value: text, line };
  const [name = '', ...parts] = splitOutside(head, ';');
  const params = Object.fromEntries(
    parts.map((part) => {
      const [key = '', ...rest] = part.split('=');
      return [key.toUpperCase(), rest.join('=').replace(/^"|"$/g, '')];
    }),
  );
  return { name: name.trim().toUpperCase(), params, value, line };
}

/** All properties, unfolded; a line that is none has an empty name. */
export function readContentLines(text: string): ContentLine[] {
  const lines: ContentLine[] = [];
  let parts: string[] = [];
  let begin = 0;
  const close = () => {
    const whole = parts.length === 1 ? parts[0]! : parts.join('');
    if (whole.trim() !== '') lines.push(toLine(whole, begin));
  };
  for (const [index, physical] of unifyLineEnds(text).split('\n').entries()) {
    const isFolded = (physical.startsWith(' ') || physical.startsWith('\t')) && parts.length > 0;
    if (isFolded) parts.push(physical.slice(1));
    else {
      close();
      parts = [physical];
      begin = index + 1;
    }
  }
  close();
  return lines;
}

const ESCAPES: Record<string, string> = { n: '\n', N: '\n' };

/** `a\, b\nc` in plain characters. */
export function unescapeText(value: string): string {
  return !value.includes('\\') ? value : value.replace(/\\(.)/g, (_, sign: string) => ESCAPES[sign] ?? sign);
}
