import { remember } from '../remember.ts';

/** Words with which a line of a description names teachers or classes, as exporters write them. */
const LABELS = {
  teachers:
    /^(?:staff|teachers?|lecturers?|lehrer(?:in(?:nen)?)?|lehrkr(?:aft|äfte)|lk|enseignants?|professeurs?|docent[ei]|profesor(?:es)?|öğretmen(?:ler)?|вчител[ьі])$/iu,
  grades:
    /^(?:class(?:es)?|groups?|klassen?|classe|classes|groupes?|class[ei]|grupp[oi]|clases?|grupos?|sınıf(?:lar)?|клас(?:и)?)$/iu,
  rooms: /^(?:rooms?|locations?|raum|räume|salles?|aul[ae]s?|derslik|кабінет)$/iu,
  times: /^(?:time|zeit|heure|ora|hora|saat|час)$/iu,
} as const;
type Label = keyof typeof LABELS;

/** What a description says; lines without a known word are notes. */
export interface Described {
  teachers: string[];
  grades: string[];
  rooms: string[];
  notes: string;
}

/** Codes hold blanks, dots and commas; only a semicolon separates them. */
const toCodes = (text: string) => [
  ...new Set(
    text
      .split(';')
      .map((code) => code.trim())
      .filter(Boolean),
  ),
];

const ALL = Object.keys(LABELS) as Label[];
const labelOf = remember((word): Label | null => ALL.find((one) => LABELS[one].test(word)) ?? null);

/** Reads the lines `Teacher: …`, `Class: …` and `Room: …` of a description. */
export function readDescription(text: string): Described {
  const found: Record<Label, string[]> = { teachers: [], grades: [], rooms: [], times: [] };
  const notes: string[] = [];
  for (const line of text.split('\n')) {
    const colon = line.indexOf(':');
    const word = line.slice(0, Math.max(colon, 0)).trim();
    const label = labelOf(word);
    if (label) found[label].push(...toCodes(line.slice(colon + 1)));
    else if (line.trim() !== '') notes.push(line.trim());
  }
  return { teachers: found.teachers, grades: found.grades, rooms: found.rooms, notes: notes.join('\n') };
}
