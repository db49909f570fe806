import { sameName } from '@kreide/core/features/cloud';

/** A file of an archive. */
export interface ArchivedFile {
  /** Path of the hand-in folder that it lies below; null: none. */
  readonly place: string | null;
  /** Path from there on. */
  readonly path: string;
  readonly user_id: number | null;
  readonly firstname: string | null;
  readonly lastname: string | null;
  /** It was given back to this person. */
  readonly is_returned: boolean;
}

/** Signs that a file cannot have in its name on one of the systems on which archives are opened. */
const REFUSED = /[<>:"/\\|?*\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;
/** Names of devices, which Windows takes for no file, with or without an extension. */
const DEVICES = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;

/** A name that every system takes: no sign that means something to one of them, no point or space at its end. */
export function toArchiveName(name: string): string {
  const clean = name.normalize('NFC').replace(REFUSED, '_').replace(/\s+/g, ' ');
  const trimmed = clean.replace(/^ +|[ .]+$/g, '');
  if (trimmed === '') return '_';
  return DEVICES.test(trimmed) ? `_${trimmed}` : trimmed;
}

/** A path that is not taken: `a.pdf`, `a (2).pdf`. */
function takePath(path: string, taken: Set<string>): string {
  const [, stem = path, end = ''] = /^(.*?)(\.[^./ ]{1,10})?$/s.exec(path) ?? [];
  let free = path;
  for (let number = 2; taken.has(sameName(free)); number += 1) free = `${stem} (${number})${end}`;
  taken.add(sameName(free));
  return free;
}

/**
 * The paths of files in an archive, in their order, each once and safe. With `byOwner` what was handed in lies in a folder
 * of whoever brought it, under their name; people of one name have a number. What was given back lies in a folder within.
 */
export function archivePaths(
  files: readonly ArchivedFile[],
  { byOwner, nobody, returned }: { byOwner: boolean; nobody: string; returned: string },
): string[] {
  const taken = new Set<string>();
  const folders = new Map<string, string>();
  const takenFolders = new Set<string>();
  const safe = (path: string) => path.split('/').map(toArchiveName).join('/');
  const folderOf = ({ place, user_id, firstname, lastname }: ArchivedFile): string => {
    const key = `${user_id}/${place}`;
    const known = folders.get(key);
    if (known !== undefined) return known;
    const name = toArchiveName(lastname === null ? nobody : `${lastname} ${firstname}`);
    const path = [...(place ? [safe(place)] : []), name].join('/');
    let free = path;
    for (let number = 2; takenFolders.has(sameName(free)); number += 1) free = `${path} (${number})`;
    takenFolders.add(sameName(free));
    folders.set(key, free);
    return free;
  };
  return files.map((file) => {
    const { place, path } = file;
    const above = place === null ? [] : byOwner ? [folderOf(file)] : place === '' ? [] : [safe(place)];
    const back = file.is_returned ? [toArchiveName(returned)] : [];
    return takePath([...above, ...back, safe(path)].join('/'), taken);
  });
}
