/** Hands a file to the browser, as if a link to it had been pressed. */
export function saveFile(content: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  // The browser reads the content after the press.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
