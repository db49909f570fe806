/** Maximum length of a stored name, in characters. */
const FILE_NAME_MAXIMUM = 180;

/**
 * A sender's file name, safe to store, show and put into addresses and headers: the last part of a path, without
 * control and invisible characters (a right-to-left override makes `gpj.exe` look like a picture), never `.` or `..`. A
 * shortened name keeps its extension.
 */
export function toFileName(name: string, fallback = 'file'): string {
  const last = name.toWellFormed().split(/[/\\]/).at(-1) ?? '';
  const clean = last
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\uFFFD]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (/^\.*$/.test(clean)) return fallback;
  const characters = [...clean];
  if (characters.length <= FILE_NAME_MAXIMUM) return clean;
  const extension = [...(/\.[A-Za-z0-9]{1,10}$/.exec(clean)?.[0] ?? '')];
  return [...characters.slice(0, FILE_NAME_MAXIMUM - extension.length), ...extension].join('');
}
