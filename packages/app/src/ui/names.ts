/** The words of a name that give the initials of its picture. */
export function toNames(name: string): [string, string] {
  const words = name.split(' ');
  return [words[0] ?? '', words.length > 1 ? (words.at(-1) ?? '') : ''];
}
