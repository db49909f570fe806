const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text of HTML or XML that is sent as it stands. */
export class Markup {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A value in a template: text is escaped, markup is not, null is nothing. */
export type MarkupValue = string | number | null | Markup | readonly Markup[];

/** HTML or XML from a template: whatever is put in is text, in an element as in a quoted attribute. */
export function markup(strings: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  return new Markup(strings.map((part, index) => part + written(values[index] ?? null)).join(''));
}

/** For a `<script>` that holds data: nothing in it ends the element. */
export function toJsonMarkup(value: unknown): Markup {
  return new Markup(JSON.stringify(value).replaceAll('<', '\\u003c'));
}

function written(value: MarkupValue): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.text;
  return typeof value === 'object' ? value.map(({ text }) => text).join('') : escaped(String(value));
}

/** XML never allows these characters, not even by number; a lone half of a surrogate pair is no character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that are taken out
const FORBIDDEN = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(FORBIDDEN, '')
    .replace(/[&<>"']/g, (found) => ENTITIES[found] ?? found);
}
