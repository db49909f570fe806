import type { MonitorEntry, MonitorPlan } from '@kreide/core/features/monitor';
import { type Group, toGroups } from './lines.ts';

/** The short names of all classes in some plans, `9b` before `10a`. */
export function gradesOf(plans: readonly Pick<MonitorPlan, 'substitutions'>[], language: string): string[] {
  const names = plans.flatMap(({ substitutions }) => substitutions.map(({ grade }) => grade));
  const { compare } = new Intl.Collator(language, { numeric: true });
  return [...new Set(names)].filter((name) => name !== '').sort(compare);
}

/** The lines of a class, all for an empty name; what belongs to no class is for everybody. */
export function ofGrade(plan: Pick<MonitorPlan, 'substitutions'>, wanted: string): Group[] {
  const substitutions = plan.substitutions.filter(({ grade }) => [wanted, ''].includes(grade) || wanted === '');
  return toGroups({ substitutions });
}

/**
 * The lines in which each word of a search stands somewhere, whatever its case and accents.
 * @param wordsOf what a line says besides its names: the words for its kind
 */
export function found(groups: readonly Group[], search: string, wordsOf: (entry: MonitorEntry) => string): Group[] {
  const wanted = search.split(/\s+/).filter((word) => word !== '');
  if (wanted.length === 0) return [...groups];
  return groups
    .map(({ grade, lines }) => ({
      grade,
      lines: lines.filter(({ entry }) => {
        const spellings = spellingsOf(`${grade} ${namesIn(entry)} ${wordsOf(entry)}`);
        return wanted.every((word) => spellingsOf(word).some((one, index) => (spellings[index] ?? '').includes(one)));
      }),
    }))
    .filter(({ lines }) => lines.length > 0);
}

function namesIn(entry: MonitorEntry): string {
  const { subject, old_subject, bookables, old_bookables, teachers, old_teachers, note } = entry;
  const lists = [bookables, old_bookables, teachers, old_teachers].flatMap((names) => names ?? []);
  return [subject, old_subject, ...lists, note].filter((one) => one !== null).join(' ');
}

/** A text without accents in small letters, in both ways to write an umlaut. */
function spellingsOf(text: string): readonly string[] {
  const small = text.toLowerCase().normalize('NFC').replace(/ß/g, 'ss').replace(/ı/g, 'i');
  const plain = (one: string) => one.normalize('NFD').replace(/[\u0300-\u036f]/g, '');
  return [plain(small), plain(small.replace(/[äöü]/g, (one) => `${plain(one)}e`))];
}
