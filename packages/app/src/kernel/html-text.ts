const ENDS_LINE = /<\/(?:p|li|h[1-6]|blockquote)>|<br\s*\/?>/g;

/** The words of rich text in their lines, without its marks: to show two versions beside each other. */
export const textOf = (html: string): string =>
  new DOMParser().parseFromString(html.replace(ENDS_LINE, '$&\n'), 'text/html').body.textContent.trimEnd();
