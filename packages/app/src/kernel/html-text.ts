/** The words of rich text, without its marks: to show two versions beside each other. */
export const textOf = (html: string): string => new DOMParser().parseFromString(html, 'text/html').body.textContent;
