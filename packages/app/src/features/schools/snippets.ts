/** Attributes of a tag, in order. */
export type Attributes = Readonly<Record<string, string>>;

const toText = (value: string): string =>
  value.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

/** What a school pastes into its homepage: the elements' script and one element (docs/embedding.md). */
export function toSnippet(base: string, tag: string, attributes: Attributes): string {
  const written = Object.entries(attributes).map(([name, value]) => ` ${name}="${toText(value)}"`);
  return `<script src="${toText(base)}/widgets/kreide.js" defer></script>\n<${tag}${written.join('')}></${tag}>`;
}

/** The token of a monitor link. */
export const toMonitorToken = (monitorLink: string): string => new URL(monitorLink).searchParams.get('token') ?? '';

/** The same page on the server that the app came from, for a preview. */
export function toOwnPath(monitorLink: string): string {
  const { pathname, search } = new URL(monitorLink);
  return pathname + search;
}
